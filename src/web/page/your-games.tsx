// SPDX-License-Identifier: MIT
//
// Your games: all matches that the device keeps, running and finished, to go on with, to look at, to search, to save
// all at once, to bring back and to delete; and how the computer's levels were played. Of long lists only the beginning is drawn.

import { Fragment, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Player } from './answers';
import { textOf } from './files';
import { broughtIn, comeWords, firstIn, saveAll, takeIn, wasPlayed } from './games-file';
import { gameOf } from './games/list';
import { GAMES } from './games/names';
import type { Host } from './host';
import { games, keptGames, type KeptGame } from './kept-games';
import { NoRoom } from './no-room';
import { notify, tried } from './notices';
import { YourSeats } from './online/your-seats';
import { OpenFile } from './open-file';
import { PlainAddress } from './panel';
import { gameAddress } from './routes';
import { isFound } from './search';
import { askToStay, lookWhetherItStays, staysFor } from './staying';
import { gameTallies, seriesTallies, type Tally } from './tally';
import { t, tn } from './text';
import { levelName, rulesTitle } from './words';

/** So many games of a list are drawn at first, and so many more when they are wanted. */
const AT_ONCE = 50;

interface Props {
  host: Host;
  say: (text: string) => void;
  onPlay: () => void;
}

const isAlone = ({ seats }: KeptGame): boolean => seats[0].kind !== seats[1].kind;

function nameOf(match: KeptGame, player: Player): string {
  const seat = match.seats[player];
  if (seat.kind === 'computer') return levelName(seat.level);
  const name = match.names[player];
  if (isAlone(match)) return t('You');
  if (name === '?' || name === 'Player 1' || name === 'Player 2') return player === 0 ? t('Player 1') : t('Player 2');
  return name;
}

export const titleOf = (match: KeptGame): string =>
  [gameOf(match.game).title, ...(match.rules ? [rulesTitle(match.game, match.rules)] : [])].join(', ');

/** The person first, who plays a computer; else whoever began, as a record has it. */
function inOrder(match: KeptGame): [Player, Player] {
  const first = isAlone(match) ? match.seats.findIndex(({ kind }) => kind === 'person') : firstIn(match);
  return first === 1 ? [1, 0] : [0, 1];
}

function endOf(match: KeptGame): string {
  const { winner, wins, bestOf } = match;
  const [one, other] = inOrder(match);
  const series = bestOf > 1 ? ' ' + t('Games: {0} to {1}.', wins[one], wins[other]) : '';
  if (winner === null) return t('A draw') + series;
  return (isAlone(match) && match.seats[winner].kind === 'person' ? t('You won') : t('{0} won', nameOf(match, winner))) + series;
}

/** Making one for each game would take longer than all the rest. */
let dates: { language: string; format: Intl.DateTimeFormat } | null = null;

function whenOf(at: number): string {
  const language = document.documentElement.lang;
  if (dates?.language !== language)
    dates = { language, format: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }) };
  return dates.format.format(at);
}

/** All that is said of a match, by which it is found. */
function wordsOf(match: KeptGame): string[] {
  const turns = tn(match.turns, '1 turn', '{0} turns');
  const [one, other] = inOrder(match);
  return [titleOf(match), `${nameOf(match, one)} – ${nameOf(match, other)}`, match.finished ? endOf(match) : turns, whenOf(match.at)];
}

/** A match that was deleted, with all that it takes to have it again. */
interface Gone {
  match: KeptGame;
  events: string[];
}

function TallyTable({ name, rows }: { name: string; rows: readonly Tally[] }): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <table class="tally">
      <caption>{name}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('Won')}</th>
          <th scope="col">{t('Drawn')}</th>
          <th scope="col">{t('Lost')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ level, won, lost, drawn }) => (
          <tr key={level}>
            <th scope="row">{t('Level {0}', level)}</th>
            <td>{won}</td>
            <td>{drawn}</td>
            <td>{lost}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whether the browser may forget all this. */
function Staying(): JSX.Element {
  const stays = staysFor();
  useEffect(() => void lookWhetherItStays(), []);
  if (stays === true) return <p class="small">{t('The browser has promised to keep your games.')}</p>;
  return (
    <p class="small staying">
      {t('The browser may forget your games when room gets short: save them as a file now and then.')}{' '}
      {stays === false && (
        <button type="button" onClick={() => void askToStay()}>
          {t('Ask it to keep them')}
        </button>
      )}
    </p>
  );
}

/** Some of the games. */
function GameList({
  name,
  all,
  row,
}: {
  name: string;
  all: readonly KeptGame[];
  row: (match: KeptGame, i: number) => JSX.Element;
}): JSX.Element | null {
  const [most, setMost] = useState(AT_ONCE);
  if (all.length === 0) return null;
  const more = Math.min(AT_ONCE, all.length - most);
  return (
    <section class="card" aria-label={name}>
      <h2>
        {name} ({all.length})
      </h2>
      <ul>{all.slice(0, most).map(row)}</ul>
      {more > 0 && (
        <button type="button" onClick={() => setMost(most + AT_ONCE)}>
          {tn(more, 'Show 1 more', 'Show {0} more')}
        </button>
      )}
    </section>
  );
}

export function YourGames({ host, say, onPlay }: Props): JSX.Element {
  const { session } = host;
  /** The match on the table, which stays. */
  const current = session.id;
  const heading = useRef<HTMLHeadingElement>(null);
  const [typed, setTyped] = useState('');
  const [matches, setMatches] = useState(keptGames);
  /** What was deleted while this was open, where it stood. */
  const [gone, setGone] = useState<readonly Gone[]>([]);
  const look = (): void => setMatches(keptGames());
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    void games.open().then(look);
    return games.onChange(look);
  }, []);

  async function remove(match: KeptGame): Promise<void> {
    const events = await games.events(match.id);
    setGone((before) => [...before, { match, events }]);
    await games.remove(match.id);
    say(t('The game is deleted.'));
  }
  async function restore({ match, events }: Gone): Promise<void> {
    await games.add(match, events, events.length);
    setGone((before) => before.filter(({ match: { id } }) => id !== match.id));
  }

  async function open(file: File): Promise<void> {
    const come = await takeIn(broughtIn(await session.matchesIn(await textOf(file))), (record) => session.eventsOf(record));
    const text = comeWords(come);
    notify({ text, bad: come.refused.length > 0 });
    say(text);
  }

  const begun = matches.filter(wasPlayed);
  const deleted = gone.filter(({ match }) => !begun.some(({ id }) => id === match.id));
  const shown = [...begun, ...deleted.map(({ match }) => match)]
    .filter((match) => isFound(wordsOf(match), typed))
    .sort((a, b) => b.at - a.at);
  const row = (match: KeptGame, i: number): JSX.Element => {
    const words = wordsOf(match);
    const [title, players, end, when] = words;
    const about = `${i + 1}. ${words.join(', ')}`; // what looks the same is told apart by ear, too
    const lost = deleted.find(({ match: { id } }) => id === match.id);
    return (
      <li key={match.id} class={lost ? 'gone' : ''}>
        {lost ? (
          <span class="about">{t('The game is deleted.')}</span>
        ) : (
          <a class="about" href={gameAddress(match.id)}>
            <strong>{title}</strong>
            <span>{players}</span>
            <span>{end}</span>
            <span class="small">{when}</span>
          </a>
        )}
        {lost && (
          <button type="button" aria-label={t('{0}: {1}', t('Undo'), about)} onClick={() => void restore(lost)}>
            {t('Undo')}
          </button>
        )}
        {!lost && match.id === current && <span class="tag">{t('On the table')}</span>}
        {!lost && match.id !== current && (
          <button type="button" aria-label={t('{0}: {1}', t('Delete'), about)} onClick={() => void remove(match)}>
            {t('Delete')}
          </button>
        )}
      </li>
    );
  };
  return (
    <main class="learn your-games">
      <h1 tabIndex={-1} ref={heading}>
        {t('Your games')}
      </h1>
      <div class="tools">
        <label>
          <span>{t('Search')}</span>
          <input type="search" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
        <button type="button" disabled={begun.length === 0} onClick={saveAll}>
          {t('Save all as one file')}
        </button>
        <OpenFile accept=".lwg,text/plain" label={t('Open saved games')} onFile={(file) => tried(() => open(file))} />
      </div>
      <NoRoom stays />
      <Staying />
      <PlainAddress />
      <YourSeats typed={typed} say={say} />
      {shown.length === 0 && <p class="card">{begun.length === 0 ? t('No games yet.') : t('No game has these words.')}</p>}
      <GameList name={t('Running')} all={shown.filter(({ finished }) => !finished)} row={row} />
      <GameList name={t('Finished')} all={shown.filter(({ finished }) => finished)} row={row} />
      {GAMES.map((game) => (
        <Fragment key={game}>
          <TallyTable name={t('{0}: {1}', gameOf(game).title, t('Against the computer'))} rows={gameTallies(games.results, game)} />
          <TallyTable
            name={t('{0}: {1}', gameOf(game).title, t('Series against the computer'))}
            rows={seriesTallies(games.results, game)}
          />
        </Fragment>
      ))}
      <div class="buttons">
        <button type="button" onClick={onPlay}>
          {t('Back to the game')}
        </button>
      </div>
    </main>
  );
}
