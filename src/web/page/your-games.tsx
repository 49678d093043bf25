// SPDX-License-Identifier: MIT
//
// Your games: all matches that the device keeps, running and finished, to go on with, to look at, to search, to save
// all at once and to delete; and how the computer's levels were played.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Player } from './answers';
import { download } from './files';
import { gameOf } from './games/list';
import { games, keptGames, type KeptGame } from './kept-games';
import { gameAddress } from './routes';
import { t, tn } from './text';
import { levelName, rulesTitle } from './words';

interface Props {
  /** The match on the table, which stays. */
  current: string;
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

function endOf(match: KeptGame): string {
  const { winner, wins } = match;
  const series = wins[0] + wins[1] > 1 ? ' ' + t('Games: {0} to {1}.', wins[0], wins[1]) : '';
  if (winner === null) return t('A draw') + series;
  return (isAlone(match) && match.seats[winner].kind === 'person' ? t('You win') : t('{0} wins', nameOf(match, winner))) + series;
}

const whenOf = (at: number): string =>
  new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });

/** All that is said of a match, by which it is found. */
function wordsOf(match: KeptGame): string[] {
  const turns = tn(match.turns, '1 turn', '{0} turns');
  return [titleOf(match), `${nameOf(match, 0)} – ${nameOf(match, 1)}`, match.finished ? endOf(match) : turns, whenOf(match.at)];
}

/** Whether all words that were typed are there, in any order. */
export function isFound(words: string[], typed: string): boolean {
  const text = words.join(' ').toLocaleLowerCase();
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** A match that was deleted, with all that it takes to have it again. */
interface Gone {
  match: KeptGame;
  events: string[];
}

interface Tally {
  level: number;
  won: number;
  lost: number;
  drawn: number;
}

/** How the person has fared against each level, the highest first. */
export function tallies(matches: readonly KeptGame[]): Tally[] {
  const found = new Map<number, Tally>();
  for (const match of matches) {
    const computer = match.seats.find((seat) => seat.kind === 'computer');
    if (!match.finished || !isAlone(match) || computer?.kind !== 'computer') continue;
    const tally = found.get(computer.level) ?? { level: computer.level, won: 0, lost: 0, drawn: 0 };
    if (match.winner === null) tally.drawn++;
    else if (match.seats[match.winner].kind === 'person') tally.won++;
    else tally.lost++;
    found.set(computer.level, tally);
  }
  return [...found.values()].sort((a, b) => b.level - a.level);
}

function Tallies({ matches }: { matches: readonly KeptGame[] }): JSX.Element | null {
  const rows = tallies(matches);
  if (rows.length === 0) return null;
  return (
    <table class="tally">
      <caption>{t('Against the computer')}</caption>
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

export function YourGames({ current, say, onPlay }: Props): JSX.Element {
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

  const begun = matches.filter((match) => match.unfinished || match.finished);
  const deleted = gone.filter(({ match }) => !begun.some(({ id }) => id === match.id));
  const shown = [...begun, ...deleted.map(({ match }) => match)]
    .filter((match) => isFound(wordsOf(match), typed))
    .sort((a, b) => b.at - a.at);
  const row = (match: KeptGame): JSX.Element => {
    const [title = '', players, end, when] = wordsOf(match);
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
          <button type="button" aria-label={t('{0}: {1}', t('Undo'), title)} onClick={() => void restore(lost)}>
            {t('Undo')}
          </button>
        )}
        {!lost && match.id === current && <span class="tag">{t('On the table')}</span>}
        {!lost && match.id !== current && (
          <button type="button" aria-label={t('{0}: {1}', t('Delete'), title)} onClick={() => void remove(match)}>
            {t('Delete')}
          </button>
        )}
      </li>
    );
  };
  const list = (name: string, some: readonly KeptGame[]): JSX.Element | null =>
    some.length === 0 ? null : (
      <section class="card" aria-label={name}>
        <h2>
          {name} ({some.length})
        </h2>
        <ul>{some.map(row)}</ul>
      </section>
    );
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
        <button
          type="button"
          disabled={begun.length === 0}
          onClick={() => download('linework.lwg', new Blob([begun.map(({ record }) => record).join('\n')], { type: 'text/plain' }))}
        >
          {t('Save all as one file')}
        </button>
      </div>
      {shown.length === 0 && <p class="card">{begun.length === 0 ? t('No games yet.') : t('No game has these words.')}</p>}
      {list(
        t('Running'),
        shown.filter(({ finished }) => !finished),
      )}
      {list(
        t('Finished'),
        shown.filter(({ finished }) => finished),
      )}
      <Tallies matches={matches} />
      <div class="buttons">
        <button type="button" onClick={onPlay}>
          {t('Back to the game')}
        </button>
      </div>
    </main>
  );
}
