// SPDX-License-Identifier: MIT
//
// The page as a whole: the board, the cards beside it, the controls, and what is said to those who
// listen instead of looking.

import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { Refused, type GameName, type Player, type Rules } from './answers';
import { Controls } from './controls';
import { EndCard, Joy } from './end-card';
import { EngineLost } from './engine';
import { download, pngOf, textOf } from './files';
import { FirstChoice, GoalLine, isFirst, meet } from './first';
import { toBoard } from './focus';
import { HintCard, isAbout, moreHint, type Hint } from './hint';
import { currentGame, games, keptGame, type KeptGame } from './kept-games';
import { gameOf, sideColours, stepBefore } from './games/list';
import { GAMES } from './games/names';
import { keepSettings, type NewGame, type Settings } from './keep';
import { Learn } from './learn';
import { cardAddress, LEARN } from './learn-address';
import { MorePanel } from './more';
import { NewGamePanel, rematch, startsNext } from './new-game';
import { Lot, MoveList, PlainAddress, ScoreCard, StatusCard } from './panel';
import { usePanels } from './panels';
import { puzzleFragment, type PuzzleName } from './puzzle';
import { PuzzleScreen } from './puzzle-screen';
import { readouts } from './readouts';
import { ReviewScreen } from './review-screen';
import { gameAddress, GAMES_LIST, readRoute, REVIEW, type Route } from './routes';
import { refusalWords } from './said';
import { Session, type Event } from './session';
import { firstColourIn, isLink, matchLinkOf, sharesByItself, textIn } from './share';
import { play as playSound } from './sound';
import type { Table } from './table';
import { t } from './text';
import { inTheme, showTheme } from './theme';
import { useTurnBoard } from './turn-board';
import { TypedTurn } from './typed';
import { isJoy, lastTurnWords, sideOf, statusLine } from './words';
import { YourGames } from './your-games';

interface Notice {
  text: string;
  bad?: boolean;
  action?: { label: string; run: () => void };
  /** What can be tried again. */
  failed?: (() => void)[];
  /** It was closed and not acted on. */
  onClose?: () => void;
}

/** What is done later, by then in its latest version. */
interface Latest {
  settings: Settings;
  onEvent: (event: Event) => void;
  openNamed: (id: string) => Promise<void>;
}

interface Props {
  settings: Settings;
  /** Makes the seed of a new game. */
  newSeed: () => number;
  /** Somebody has fixed it. */
  fixed: boolean;
  /** The pause between the computer's steps; null: the usual one. */
  pause: number | null;
  /** Called when there is a new version of the page, with what switches to it. */
  onUpdate: (ready: (apply: () => void) => void) => void;
}

export function App({ settings: given, newSeed, fixed, pause, onUpdate }: Props): JSX.Element {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const [settings, setSettings] = useState(given);
  const [view, setView] = usePanels((fragment) => readRoute(fragment).kind === 'table');
  const [notice, setNotice] = useState<Notice | null>(null);
  const [polite, setPolite] = useState('');
  const [urgent, setUrgent] = useState('');
  const [link, setLink] = useState<string | null>(null);
  const [typing, setTyping] = useState(false);
  const [hint, setHint] = useState<Hint | null>(null);
  const [route, setRoute] = useState<Route>(() => readRoute(location.hash));
  const [rules, setRules] = useState<Record<GameName, Rules> | null>(null);
  const begun = useRef(false);
  const latest = useRef<Latest>({ settings, onEvent: () => undefined, openNamed: () => Promise.resolve() });
  const sessionRef = useRef<Session | null>(null);
  sessionRef.current ??= new Session((event) => latest.current.onEvent(event));
  const session = sessionRef.current;
  session.stepPause = pause ?? paceOf(session.table);
  session.fixed = fixed;
  const { table } = session;
  const elsewhere = route.kind !== 'table';
  const learning = route.kind === 'learn' ? route.address : null;
  const puzzle = route.kind === 'puzzle' ? route.puzzle : null;

  const say = (text: string): void => setPolite((before) => (before === text ? `${text}\u00a0` : text));
  /** `again`: does once more what a lost engine has not done; what is refused would be again. */
  function complain(error: unknown, again?: () => void): void {
    const lost = error instanceof EngineLost;
    const text = lost
      ? t('The engine does not answer.')
      : error instanceof Refused
        ? refusalWords(table?.colours ?? sideColours(settings.game), error.message)
        : error instanceof Error
          ? error.message
          : String(error);
    setNotice((before) => {
      if (!lost || !again) return { text, bad: true };
      // The table and a lesson, a puzzle or a review have engines of their own, which may fail together.
      const failed = [...(before?.failed ?? []), again];
      const run = (): void => {
        setNotice(null);
        for (const each of failed) each();
      };
      return { text, bad: true, failed, action: { label: t('Try again'), run } };
    });
    setUrgent((before) => (before === text ? `${text}\u00a0` : text));
  }
  const tried = (work: () => Promise<void>): void => void work().catch((error: unknown) => complain(error, () => tried(work)));

  latest.current = {
    settings,
    openNamed,
    onEvent(event) {
      refresh(undefined);
      if (elsewhere && event.kind !== 'lost') return;
      const now = session.table;
      if (event.kind === 'step' && settings.sound) playSound('step');
      if (event.kind === 'step' && now && !now.thinking && now.part) say(`${statusLine(session).title}. ${statusLine(session).detail}`);
      if (event.kind === 'turn' && now) {
        if (!event.computer) meet(now.state.game);
        rest();
        if (settings.sound) playSound('step');
        const next = session.table?.thinking ? '' : statusLine(session).title;
        say(`${lastTurnWords(now)}. ${next}`);
      }
      if (event.kind === 'over' && now) {
        if (settings.sound) playSound('over');
        const last = now.state.declared ? '' : `${lastTurnWords(now)}. `;
        say(`${last}${statusLine(session).title}. ${statusLine(session).detail}`);
      }
      if (event.kind === 'failed') {
        const { why } = event;
        const words = why instanceof Error ? why.message : String(why);
        complain(why instanceof EngineLost ? why : new Error(t('The computer could not move: {0}', words)), () => tried(event.again));
      }
      if (event.kind === 'not kept')
        setNotice({ text: t('This device has no room to keep the game: it lasts only as long as this page.'), bad: true });
      if (event.kind === 'lost')
        setNotice((before) =>
          before?.failed ? before : { text: t('The engine had to be started again. The game goes on where it was.') },
        );
    },
  };

  function change(changed: Partial<Settings>): void {
    setSettings((before) => ({ ...before, ...changed }));
    keepSettings(changed);
  }

  /** The next new game of this kind has these rules; `now`: it is asked for. */
  async function takeRules(game: GameName, chosen: string, now: boolean): Promise<void> {
    change({ newGame: { ...settings.newGame, rules: { ...settings.newGame.rules, [game]: chosen } } });
    if (!now) return;
    leave();
    if (session.table?.state.game !== game) await turnTo(game);
    setView('new');
  }

  // --- beginning -----------------------------------------------------------------------------------

  async function start(options: NewGame): Promise<void> {
    const { starts } = settings.newGame;
    const proposed = options.starts === startsNext(table, starts);
    await session.start(options, newSeed(), displaced(options.game));
    // That the loser begins is proposed for this game only.
    change({ game: options.game, newGame: proposed ? { ...options, starts } : options });
    tidy();
    offerBack();
  }

  /** The unfinished match that lies on the table of a game, and whose place another one is about to take. */
  function displaced(game: GameName, by = ''): string | null {
    session.keep();
    const old = currentGame(game);
    return old?.unfinished && old.id !== by ? old.id : null;
  }

  /** Puts away what belonged to another match. */
  function tidy(): void {
    setView('play');
    rest();
    if (readRoute(location.hash).kind === 'table') setNotice(null); // else it may be about a lesson, a puzzle or a review
    setLink(null);
  }

  /** What was on the table is never lost: the way back is offered until it is not wanted. */
  function offerBack(): void {
    const old = session.before === null ? null : keptGame(session.before);
    if (!old?.unfinished) return;
    const offer: Notice = {
      text: t('The game before is not finished.'),
      action: { label: t('Back to it'), run: () => tried(() => resume(old.id)) },
      onClose: () => session.forgetBefore(),
    };
    setNotice((before) => (before?.failed ? before : offer));
  }

  /** Goes on with a kept match; then the one that was on the table is the one before. */
  async function resume(id: string): Promise<void> {
    const kept = keptGame(id);
    if (!kept) return;
    await session.load({ ...kept, before: displaced(kept.game, id) ?? kept.before });
    change({ game: kept.game });
    tidy();
    offerBack();
  }

  async function openRecord(record: string, firstColour: Player = 0): Promise<void> {
    await session.openRecord(record, firstColour, displaced);
    change({ game: session.table?.state.game ?? settings.game });
    tidy();
    offerBack();
  }

  async function turnTo(game: GameName): Promise<void> {
    const kept = currentGame(game);
    tidy();
    change({ game });
    if (kept && (await loaded(kept))) offerBack();
    else await session.start({ ...latest.current.settings.newGame, game }, newSeed());
  }

  /** Whether a kept match could be read; if not, it stays where it is. */
  async function loaded(kept: KeptGame): Promise<boolean> {
    try {
      await session.load(kept);
      return true;
    } catch (error) {
      if (error instanceof EngineLost) throw error;
      complain(error);
      return false;
    }
  }

  /** Another puzzle than the one that the address names. */
  function showPuzzle(name: PuzzleName): void {
    setRoute({ kind: 'puzzle', puzzle: name });
    history.replaceState(null, '', location.pathname + location.search + puzzleFragment(name));
  }

  /** From a lesson, a puzzle or a review back to the table, where everything is as it was. */
  function leave(): void {
    if (location.hash) history.pushState(view === 'play' ? null : { panel: view }, '', location.pathname + location.search);
    setRoute({ kind: 'table', id: '' });
  }

  /** The match that the address names goes onto the table. */
  async function openNamed(id: string): Promise<void> {
    if (id === '' || id === session.id) return;
    if (keptGame(id)) return resume(id);
    history.replaceState(null, '', location.pathname + location.search);
    complain(new Error(t('This game is not on this device.')));
  }

  function review(): void {
    location.hash = REVIEW;
  }

  function sitDown(game: GameName): void {
    if (elsewhere) leave();
    setView('play');
    if (session.table?.state.game !== game) tried(() => turnTo(game));
  }

  async function openLink(): Promise<void> {
    const fragment = location.hash;
    if (!isLink(fragment)) return;
    try {
      await openRecord(await textIn(fragment), firstColourIn(fragment));
    } catch (error) {
      if (error instanceof EngineLost) throw error; // to be tried again
      complain(error);
    }
    history.replaceState(null, '', location.pathname + location.search);
  }

  useEffect(() => {
    const opened = (): void => {
      const wanted = readRoute(location.hash);
      setRoute(wanted);
      if (wanted.kind === 'table' && wanted.id) tried(() => latest.current.openNamed(wanted.id));
      tried(openLink);
    };
    addEventListener('hashchange', opened);
    const fragment = location.hash;
    tried(async () => {
      await games.open();
      setRules(await session.rules());
      const named = route.kind === 'table' ? keptGame(route.id) : null;
      await turnTo(named?.game ?? latest.current.settings.game);
      if (isLink(fragment)) await openLink();
      else if (route.kind === 'table') await latest.current.openNamed(route.id);
    });
    onUpdate((apply) => setNotice({ text: t('There is a new version of this page.'), action: { label: t('Use it now'), run: apply } }));
    const leave = (): void => session.keep();
    addEventListener('pagehide', leave);
    // A window that slept may have missed what another one did.
    const look = (): void => tried(() => session.look());
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('hashchange', opened);
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);

  useEffect(() => showTheme(settings.theme), [settings.theme]);
  // An address that names a match names the one on the table.
  useEffect(() => {
    if (session.id && location.hash.startsWith(gameAddress(''))) history.replaceState(history.state, '', gameAddress(session.id));
  }, [session.id]);
  useLayoutEffect(() => session.hold(elsewhere), [elsewhere]); // before any time passes

  // On a phone a panel takes the place of the board, which is at the top again when it is back.
  useEffect(() => {
    if (view === 'play' && begun.current) document.querySelector('main')?.scrollTo(0, 0);
    begun.current = true;
  }, [view]);

  // --- playing -------------------------------------------------------------------------------------

  async function back(): Promise<void> {
    const now = session.table;
    if (!now?.part) return session.endLot();
    await session.choose(stepBefore(now.state.game, now.part));
    say(statusLine(session).title);
  }

  async function typed(turn: string): Promise<void> {
    if (!session.open) return;
    await session.play(turn, true);
    setTyping(false);
    setNotice(null);
  }

  const { flips } = settings;
  const flipped = table ? flips[table.state.game] !== shouldFlip(session) : false;
  const flip = (): void => {
    if (!table) return;
    change({ flips: { ...flips, [table.state.game]: !flips[table.state.game] } });
    say(t('The board is turned round.'));
  };

  const { board, choices, line, rotate, rest, replay } = useTurnBoard({
    table,
    open: session.open,
    flipped,
    hint: isAbout(hint, session) ? hint.turn : '',
    idle: true,
    onPart: (part, whole) => tried(() => (whole ? session.advance(part) : session.choose(part))),
    onBack: () => tried(back),
    say,
  });

  useEffect(() =>
    elsewhere
      ? undefined
      : readouts({
          session: () => session,
          say,
          flip,
          type: () => setTyping(true),
          undo: () => tried(() => session.undo()),
          escape: () => (table?.part || session.drawingLot ? tried(back) : setView('play')),
          rotate,
        }),
  );

  const askHint = async (): Promise<void> => {
    const found = await moreHint(session, isAbout(hint, session) ? hint : null);
    setHint(found);
    if (found) say(found.said[found.said.length - 1] ?? '');
  };

  const share = async (): Promise<void> => {
    const address = await matchLinkOf(session.record, table?.firstColour ?? 0);
    setLink(address);
    try {
      // The device's own way to share, where there is one.
      if (sharesByItself()) return await navigator.share({ title: gameOf(game).title, url: address });
      await navigator.clipboard.writeText(address);
      setNotice({ text: t('The link is copied. It holds the whole game.') });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return; // it was not wanted after all
      setView('more');
      setNotice({ text: t('Copy the link from the field.') });
    }
  };
  const fileName = (ending: string): string => `${table?.state.game ?? 'game'}-${new Date().toISOString().slice(0, 10)}.${ending}`;
  const more = {
    save: () => download(fileName('lwg'), new Blob([session.record], { type: 'text/plain' })),
    open: (file: File) =>
      tried(() =>
        textOf(file).then((text) =>
          openRecord(text).catch((error: unknown) => {
            throw error instanceof Refused ? new Error(`${file.name}: ${error.message}`) : error;
          }),
        ),
      ),
    share: () => tried(share),
    picture: (kind: 'svg' | 'png') =>
      tried(() =>
        session
          .picture()
          .then(inTheme)
          .then(async (svg) => {
            download(fileName(kind), kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await pngOf(svg));
          }),
      ),
    review: () => {
      setView('play');
      review();
    },
    resign: () => {
      setView('play');
      tried(() => session.resign());
    },
    flip: () => {
      setView('play');
      flip();
    },
    close: () => setView('play'),
  };

  const game = table?.state.game ?? settings.game;
  const first = table !== null && !session.drawingLot && isFirst(table);
  const header = (
    <header>
      <span class="brand">Linework</span>
      <nav aria-label={t('Games')}>
        {GAMES.map((name) => (
          <button
            key={name}
            type="button"
            aria-current={(route.kind === 'table' || route.kind === 'review') && game === name ? 'page' : undefined}
            onClick={() => sitDown(name)}
          >
            {gameOf(name).title}
          </button>
        ))}
        <a href={puzzleFragment({ game: puzzle?.game ?? game, number: null })} aria-current={puzzle ? 'page' : undefined}>
          {t('Puzzles')}
        </a>
        <a href={LEARN} aria-current={learning ? 'page' : undefined}>
          {t('Learn')}
        </a>
        <a class="to-games" href={GAMES_LIST} aria-current={route.kind === 'games' ? 'page' : undefined}>
          {t('Your games')}
        </a>
      </nav>
    </header>
  );
  const spoken = (
    <>
      <div class="spoken" role="status" aria-live="polite">
        {polite}
      </div>
      <div class="spoken" role="alert" aria-live="assertive">
        {urgent}
      </div>
    </>
  );
  const said = notice && (
    <div class={notice.bad ? 'notice bad' : 'notice'}>
      <span>{notice.text}</span>
      {notice.action && (
        <button type="button" onClick={notice.action.run}>
          {notice.action.label}
        </button>
      )}
      <button
        type="button"
        class="close"
        aria-label={t('Close')}
        onClick={() => {
          notice.onClose?.();
          setNotice(null);
        }}
      >
        ×
      </button>
    </div>
  );
  if (learning) {
    return (
      <>
        {header}
        {said && <div class="aside">{said}</div>}
        <Learn
          address={learning}
          game={game}
          pause={pause}
          say={say}
          complain={complain}
          onPlay={sitDown}
          rules={settings.newGame.rules}
          onRules={(kind, chosen, now) => tried(() => takeRules(kind, chosen, now))}
        />
        {spoken}
      </>
    );
  }
  if (route.kind === 'games') {
    return (
      <>
        {header}
        {said && <div class="aside">{said}</div>}
        <YourGames key={session.id} current={session.id} say={say} onPlay={leave} />
        {spoken}
      </>
    );
  }
  if (puzzle || (route.kind === 'review' && table)) {
    return (
      <>
        {header}
        {said && <div class="aside">{said}</div>}
        {puzzle && <PuzzleScreen puzzle={puzzle} onPuzzle={showPuzzle} onClose={leave} say={say} onError={complain} />}
        {!puzzle && table && (
          <ReviewScreen match={table} record={session.record} flipped={flipped} onClose={leave} say={say} onError={complain} />
        )}
        {spoken}
      </>
    );
  }
  return (
    <>
      {header}
      <main class={view === 'play' ? `play-${game}` : `play-${game} beside`}>
        <div class="stage">
          {table && <ScoreCard session={session} />}
          <div class="table">
            {board}
            {first && table && <GoalLine table={table} />}
            {table && isJoy(table) && <Joy key={session.id} table={table} />}
            {table && session.drawingLot && <Lot key={session.id} session={session} table={table} say={say} />}
          </div>
          <div class="head">
            {said}
            <StatusCard session={session} line={table?.steps.phase === 'take-over' ? null : line} onReplay={replay} />
            {isAbout(hint, session) && <HintCard hint={hint} onMore={() => tried(askHint)} onClose={() => setHint(null)} />}
            {first && (
              <FirstChoice
                game={game}
                onPlay={() => {
                  meet(game);
                  refresh(undefined);
                  toBoard();
                }}
              />
            )}
            {table?.state.over && view === 'play' && (
              <EndCard
                table={table}
                onReview={review}
                onShare={() => tried(share)}
                onLevel={(level) => tried(() => start({ ...rematch(table, settings.newGame), level }).then(toBoard))}
              />
            )}
            {choices}
            {typing && <TypedTurn game={game} onTurn={(turn) => tried(() => typed(turn))} onClose={() => setTyping(false)} />}
          </div>
          {table && (
            <Controls
              session={session}
              table={table}
              view={view}
              onView={setView}
              onFlip={flip}
              onBack={() => tried(() => back().then(toBoard))}
              onPlay={(turn) => tried(() => session.play(turn).then(toBoard))}
              onUndo={() => tried(() => session.undo())}
              onRedo={() => tried(() => session.redo())}
              onSkip={() => {
                session.endLot();
                toBoard();
              }}
              onGoOn={() => {
                session.goOn();
                toBoard();
              }}
              onNext={() => tried(() => session.nextGame().then(toBoard))}
              onHint={() => tried(askHint)}
              onRematch={() => table && tried(() => start(rematch(table, settings.newGame)).then(toBoard))}
              onReview={review}
            />
          )}
        </div>
        <div class="side">
          {view === 'play' && table && <MoveList table={table} onGoTo={(ply) => tried(() => session.goTo(ply))} />}
          {view === 'play' && <PlainAddress />}
          {view === 'new' && rules && (
            <NewGamePanel
              sets={rules}
              given={{ ...settings.newGame, game, starts: startsNext(table, settings.newGame.starts) }}
              onStart={(options) => tried(() => start(options).then(toBoard))}
              current={session.id}
              onResume={(id) => tried(() => resume(id).then(toBoard))}
              onCancel={() => setView('play')}
            />
          )}
          {view === 'more' && (
            <MorePanel
              settings={settings}
              onSettings={change}
              actions={more}
              link={link}
              mayResign={session.mayResign}
              end={table?.end ?? null}
              rules={cardAddress(game, table?.state.rules ?? '')}
            />
          )}
        </div>
      </main>
      {spoken}
    </>
  );
}

/** Milliseconds between the steps of the computer: who plays a beginner may be one. */
function paceOf(table: Table | null): number {
  const rival = table?.seats.find((seat) => seat.kind === 'computer');
  return rival && rival.level <= 2 ? 750 : 420;
}

/** A person who plays B against the computer sits at B's side of the board. */
function shouldFlip(session: Session): boolean {
  const table = session.table;
  if (!table || !gameOf(table.state.game).hasEnds) return false;
  const [zero, one] = table.seats;
  if (zero.kind === one.kind) return false;
  return sideOf(table.state, zero.kind === 'person' ? 0 : 1) === 'b';
}
