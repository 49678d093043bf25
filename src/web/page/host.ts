// SPDX-License-Identifier: MIT
//
// What the page is about at the moment: the settings, where its address leads, and which match lies on the table, with
// what is offered of the one before. Screens read its signals; nothing here draws.

import { signal } from '@preact/signals';
import { Refused, type GameName, type Player, type Rules } from './answers';
import { EngineLost } from './engine';
import { broughtIn, comeWords, isHere, NOTHING_CAME, takeIn, type Come } from './games-file';
import { sideColours } from './games/list';
import { keepSettings, type NewGame, type Settings } from './keep';
import { currentGame, games, keptGame } from './kept-games';
import { startsNext } from './new-game';
import { clearNotice, complain, mention, speakOf, tried } from './notices';
import { hasGames } from './online/server';
import { Panels } from './panels';
import { puzzleFragment, type PuzzleName } from './puzzle';
import { gameAddress, readRoute, REVIEW, type Route } from './routes';
import { Session, type Event } from './session';
import { firstColourIn, isLink, textIn } from './share';
import { t } from './text';

interface Given {
  settings: Settings;
  /** Makes the seed of a new game. */
  newSeed: () => number;
  /** Somebody has fixed it. */
  fixed: boolean;
}

const atTable = (fragment: string): boolean => readRoute(fragment).kind === 'table';

export class Host {
  readonly session: Session;
  readonly panels = new Panels(atTable);
  /** Called for what happens at the table. */
  onEvent: (event: Event) => void = () => undefined;
  readonly #settings;
  readonly #route = signal<Route>(readRoute(location.hash));
  readonly #rules = signal<Record<GameName, Rules> | null>(null);
  readonly #served = signal(false);
  /** Counts the matches that have come to the table, so that what belonged to another can be put away. */
  readonly #seated = signal(0);
  readonly #newSeed: () => number;
  /** The last that put a match onto the table, or is about to. */
  #last: Promise<void> = Promise.resolve();

  constructor({ settings, newSeed, fixed }: Given) {
    this.#settings = signal(settings);
    this.#newSeed = newSeed;
    this.session = new Session((event) => this.onEvent(event));
    this.session.fixed = fixed;
    speakOf(() => this.session.table?.colours ?? sideColours(this.#settings.peek().game));
  }

  get settings(): Settings {
    return this.#settings.value;
  }

  get route(): Route {
    return this.#route.value;
  }

  /** The rule sets of all games, once they are known. */
  get rules(): Record<GameName, Rules> | null {
    return this.#rules.value;
  }

  /** Whether there is a server on which games elsewhere can be played. */
  get served(): boolean {
    return this.#served.value;
  }

  get seated(): number {
    return this.#seated.value;
  }

  /** The game on the table, or the one that is about to lie there. */
  get game(): GameName {
    return this.session.table?.state.game ?? this.settings.game;
  }

  change(changed: Partial<Settings>): void {
    this.#settings.value = { ...this.#settings.peek(), ...changed };
    keepSettings(changed);
  }

  /** Opens what was on the table and what the address names, and follows the address; until the function that it returns is called. */
  begin(): () => void {
    const unfollow = this.panels.follow();
    const opened = (): void => {
      const wanted = readRoute(location.hash);
      this.#route.value = wanted;
      if (wanted.kind === 'table' && wanted.id) tried(() => this.#openNamed(wanted.id));
      tried(() => this.#openLink());
    };
    addEventListener('hashchange', opened);
    void hasGames().then((served) => {
      this.#served.value = served;
    });
    const fragment = location.hash;
    const first = this.#route.peek();
    tried(async () => {
      await games.open();
      this.#rules.value = await this.session.rules();
      // A match that the address names is what is seen first: nobody has begun with another one when it comes.
      const named = first.kind === 'table' ? keptGame(first.id) : null;
      if (named && (await this.#hasCome(this.resume(named.id)))) return;
      await this.turnTo(named?.game ?? this.#settings.peek().game);
      if (isLink(fragment)) await this.#openLink();
      else if (first.kind === 'table' && !named) await this.#openNamed(first.id);
    });
    const left = (): void => this.session.stand();
    addEventListener('pagehide', left);
    // A window that slept may have missed what others did.
    const look = (): void => tried(() => this.session.look());
    document.addEventListener('visibilitychange', look);
    return () => {
      unfollow();
      removeEventListener('hashchange', opened);
      removeEventListener('pagehide', left);
      document.removeEventListener('visibilitychange', look);
    };
  }

  // --- what lies on the table --------------------------------------------------------------------------

  /** What puts a match onto the table waits for what is doing so: the last wish counts, and none gets into the engine's work on another. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  start(options: NewGame): Promise<void> {
    return this.#inTurn(() => this.#start(options));
  }

  async #start(options: NewGame): Promise<void> {
    const { starts } = this.settings.newGame;
    const proposed = options.starts === startsNext(this.session.table, starts);
    await this.session.start(options, this.#newSeed(), this.#displaced(options.game));
    // That the loser begins is proposed for this game only.
    this.change({ game: options.game, newGame: proposed ? { ...options, starts } : options });
    this.#seat();
  }

  /** Goes on with a kept match; then the one that was on the table is the one before. `said`: what is to be said of that. */
  resume(id: string, said = ''): Promise<void> {
    return this.#inTurn(() => this.#resume(id, said));
  }

  async #resume(id: string, said: string): Promise<void> {
    const kept = keptGame(id);
    if (!kept) return;
    await this.session.load({ ...kept, before: this.#displaced(kept.game, id) ?? kept.before });
    this.change({ game: kept.game });
    this.#seat(said);
  }

  openRecord(record: string, firstColour: Player = 0): Promise<void> {
    return this.#inTurn(() => this.#openRecord(record, firstColour));
  }

  async #openRecord(record: string, firstColour: Player): Promise<void> {
    await this.session.openRecord(record, firstColour, (game) => this.#displaced(game));
    this.change({ game: this.game });
    this.#seat();
  }

  /** The one match of a file goes onto the table; of many, what is not here is kept. Tells what came of them. */
  async openFile(file: string): Promise<{ come: Come; isOnTable: boolean }> {
    const brought = broughtIn(await this.session.matchesIn(file));
    const [only, ...others] = brought;
    if (only && others.length === 0) {
      if ('refused' in only) throw new Refused(only.refused);
      if (!isHere(only.match)) {
        await this.openRecord(file);
        return { come: { ...NOTHING_CAME, came: 1 }, isOnTable: true };
      }
    }
    const come = await takeIn(brought, (record) => this.session.eventsOf(record));
    if (others.length > 0 || !come.id) return { come, isOnTable: false };
    await this.resume(come.id, comeWords(come));
    return { come, isOnTable: true };
  }

  /** The match of this game that was last on the table, or a new one; if one of it lies there, that. */
  turnTo(game: GameName): Promise<void> {
    return this.#inTurn(async () => {
      if (this.session.table?.state.game !== game) await this.#turnTo(game);
    });
  }

  async #turnTo(game: GameName): Promise<void> {
    const kept = currentGame(game);
    this.#tidy();
    this.change({ game });
    if (kept && (await this.#hasCome(this.session.load(kept)))) this.#offerBack();
    else await this.session.start({ ...this.settings.newGame, game }, this.#newSeed());
  }

  /** The next new game of this kind has these rules; `now`: it is asked for. */
  async takeRules(game: GameName, chosen: string, now: boolean): Promise<void> {
    const { newGame } = this.settings;
    this.change({ newGame: { ...newGame, rules: { ...newGame.rules, [game]: chosen } } });
    if (!now) return;
    this.leave();
    await this.turnTo(game);
    this.panels.show('new');
  }

  /** The unfinished match that lies on the table of a game, and whose place another one is about to take. */
  #displaced(game: GameName, by = ''): string | null {
    this.session.stand();
    const old = currentGame(game);
    return old?.unfinished && old.id !== by ? old.id : null;
  }

  #seat(said = ''): void {
    this.#tidy();
    this.#offerBack(said);
  }

  /** Puts away what belonged to another match. */
  #tidy(): void {
    this.panels.show('play');
    this.#seated.value++;
    if (atTable(location.hash)) clearNotice(); // else it may be about a lesson, a puzzle or a review
  }

  /** What was on the table is never lost: the way back is offered until it is not wanted. */
  #offerBack(said = ''): void {
    const { before } = this.session;
    const old = before === null ? null : keptGame(before);
    if (!old?.unfinished) return said ? mention({ text: said }) : undefined;
    mention({
      text: `${said} ${t('The game before is not finished.')}`.trim(),
      action: { label: t('Back to it'), run: () => tried(() => this.resume(old.id)) },
      onClose: () => this.session.forgetBefore(),
    });
  }

  /** Whether a kept match could be read; if not, it stays where it is. */
  async #hasCome(coming: Promise<void>): Promise<boolean> {
    try {
      await coming;
      return true;
    } catch (error) {
      if (error instanceof EngineLost) throw error;
      complain(error);
      return false;
    }
  }

  // --- where the address leads -------------------------------------------------------------------------

  /** The match that the address names goes onto the table. */
  async #openNamed(id: string): Promise<void> {
    if (id === '' || id === this.session.id) return;
    if (keptGame(id)) return this.resume(id);
    history.replaceState(null, '', location.pathname + location.search);
    complain(new Error(t('This game is not on this device.')));
  }

  async #openLink(): Promise<void> {
    const fragment = location.hash;
    if (!isLink(fragment)) return;
    try {
      await this.openRecord(await textIn(fragment), firstColourIn(fragment));
    } catch (error) {
      if (error instanceof EngineLost) throw error; // to be tried again
      complain(error);
    }
    history.replaceState(null, '', location.pathname + location.search);
  }

  /** An address that names a match names the one on the table. */
  nameMatch(): void {
    const { id } = this.session;
    if (id && location.hash.startsWith(gameAddress(''))) history.replaceState(history.state, '', gameAddress(id));
  }

  /** Whether the address names this puzzle. */
  wantsPuzzle(name: PuzzleName): boolean {
    const now = readRoute(location.hash);
    return now.kind === 'puzzle' && puzzleFragment(now.puzzle) === puzzleFragment(name);
  }

  /** Another puzzle than the one that the address names. */
  showPuzzle(name: PuzzleName): void {
    this.#route.value = { kind: 'puzzle', puzzle: name };
    history.replaceState(null, '', location.pathname + location.search + puzzleFragment(name));
  }

  /** From a lesson, a puzzle or a review back to the table, where everything is as it was. */
  leave(): void {
    const { view } = this.panels;
    if (location.hash) history.pushState(view === 'play' ? null : { panel: view }, '', location.pathname + location.search);
    this.#route.value = { kind: 'table', id: '' };
  }

  review(): void {
    location.hash = REVIEW;
  }

  sitDown(game: GameName): void {
    if (this.route.kind !== 'table') this.leave();
    this.panels.show('play');
    tried(() => this.turnTo(game));
  }
}
