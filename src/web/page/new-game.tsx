// SPDX-License-Identifier: MIT
//
// The panel for a new game: which game, which rules, against whom, in which colour, who starts, how many games.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { known, type GameName, type Player, type Rules } from './answers';
import { colourName } from './colours';
import { toHeading } from './focus';
import { gameOf } from './games/list';
import { GAMES } from './games/names';
import { unfinishedGames } from './kept-games';
import type { NewGame } from './keep';
import { FRIEND } from './online/addresses';
import { Choice, RulesChoice } from './rules-choice';
import { SolveCard } from './solve/card';
import { isSolved } from './solve/solving';
import type { Table } from './table';
import { t, tn } from './text';
import { playerOf } from './words';

const LEVEL_MOST = 10;

/** `solved`: the device has the game's exact values, which the highest level plays by. */
export function levelWords(level: number, solved = false): string {
  if (level === LEVEL_MOST && solved) return t('perfect: it never gives a point away');
  if (level === 0) return t('any legal turn, for the very first game');
  if (level <= 2) return t('a beginner who overlooks much');
  if (level <= 4) return t('plays along, overlooks some things');
  if (level <= 6) return t('sees what is good at once');
  if (level <= 8) return t('thinks ahead');
  return t('as strong as it gets');
}

/** The loser begins the next game, and after a draw whoever did not begin the last one. */
export function startsNext(table: Table | null, usual: NewGame['starts']): NewGame['starts'] {
  if (!table?.state.over) return usual;
  const begins = playerOf(table.state, table.state.leader < 0 ? 'a' : 'b');
  const mine =
    table.seats[0].kind === table.seats[1].kind ? table.state.names[begins] === 'Player 1' : table.seats[begins].kind === 'person';
  return mine ? 'me' : 'other';
}

/** The same once more, but that the loser begins. */
export function rematch(table: Table, usual: NewGame): NewGame {
  const { state, seats } = table;
  const rival = seats.find((seat) => seat.kind === 'computer');
  const me: Player = seats[0].kind === 'person' && (rival !== undefined || state.names[0] === 'Player 1') ? 0 : 1;
  return {
    ...usual,
    game: state.game,
    rules: { ...usual.rules, [state.game]: state.rules },
    opponent: rival ? 'computer' : 'friend',
    level: rival?.level ?? usual.level,
    colours: { ...usual.colours, [state.game]: table.colours[state.first === me ? 'a' : 'b'] },
    starts: startsNext(table, usual.starts),
  };
}

interface Props {
  sets: Record<GameName, Rules>;
  /** What is proposed, as long as nothing else is chosen; it changes when the game on the table ends. */
  given: NewGame;
  /** The match on the table. */
  current: string;
  /** There is a server for games elsewhere. */
  served: boolean;
  onStart: (options: NewGame) => void;
  /** Goes on with a match that was left unfinished. */
  onResume: (id: string) => void;
  onCancel: () => void;
}

function Unfinished({ current, onResume }: Pick<Props, 'current' | 'onResume'>): JSX.Element | null {
  const games = unfinishedGames().filter(({ id }) => id !== current);
  if (games.length === 0) return null;
  const when = (at: number): string =>
    new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <details class="unfinished">
      <summary>
        {t('Unfinished games')} ({games.length})
      </summary>
      <ul>
        {games.map(({ id, game, turns, at }) => (
          <li key={id}>
            <button type="button" onClick={() => onResume(id)}>
              <span>
                {gameOf(game).title}, {tn(turns, '1 turn', '{0} turns')}
              </span>
              <span class="small">{when(at)}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function NewGamePanel({ sets, given, current, served, onStart, onResume, onCancel }: Props): JSX.Element {
  const [changes, setChanges] = useState<Partial<NewGame>>({});
  const options = { ...given, ...changes };
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => toHeading(heading.current), []);
  const change = (changed: Partial<NewGame>): void => setChanges({ ...changes, ...changed });
  const { colours } = gameOf(options.game);
  const subject = { game: options.game, rules: known(sets[options.game], options.rules[options.game]) };
  return (
    <form
      class="card new-game"
      aria-label={t('New game')}
      onSubmit={(event) => {
        event.preventDefault();
        onStart(options);
      }}
    >
      <h2 tabIndex={-1} ref={heading}>
        {t('New game')}
      </h2>
      <Unfinished current={current} onResume={onResume} />
      <Choice<GameName>
        legend={t('Game')}
        name="game"
        value={options.game}
        onChange={(game) => change({ game })}
        options={GAMES.map((game) => [game, gameOf(game).title])}
      />
      <RulesChoice
        set={sets[options.game]}
        game={options.game}
        given={options.rules[options.game]}
        onChange={(rules) => change({ rules: { ...options.rules, [options.game]: rules } })}
      />
      <Choice
        legend={t('Opponent')}
        name="opponent"
        value={options.opponent}
        onChange={(opponent) => change({ opponent })}
        options={[
          ['computer', t('Computer')],
          ['friend', t('Friend on this device')],
        ]}
      />
      {served && (
        <p class="further">
          <a href={FRIEND}>{t('Friend on another device')}</a>
        </p>
      )}
      {options.opponent === 'computer' && (
        <label class="level">
          <span>
            {t('Level {0}', options.level)} <span class="small">{levelWords(options.level, isSolved(subject))}</span>
          </span>
          <input
            type="range"
            min="0"
            max={LEVEL_MOST}
            step="1"
            value={options.level}
            aria-valuetext={`${options.level}: ${levelWords(options.level, isSolved(subject))}`}
            onInput={(event) => change({ level: Number(event.currentTarget.value) })}
          />
        </label>
      )}
      {options.opponent === 'computer' && options.level === LEVEL_MOST && <SolveCard subject={subject} />}
      <Choice
        legend={options.opponent === 'friend' ? t('Colour of player 1') : t('Your colour')}
        name="colour"
        value={options.colours[options.game]}
        onChange={(colour) => change({ colours: { ...options.colours, [options.game]: colour } })}
        options={colours.map((colour) => [
          colour,
          <>
            <span class={`badge badge-${colour}`} aria-hidden="true" /> {colourName(colour)}
          </>,
        ])}
      />
      <Choice
        legend={t('Who starts')}
        name="starts"
        value={options.starts}
        onChange={(starts) => change({ starts })}
        options={[
          ['lot', t('By lot')],
          ['me', options.opponent === 'friend' ? t('Player 1') : t('I')],
          ['other', options.opponent === 'friend' ? t('Player 2') : t('Opponent')],
        ]}
      />
      <Choice
        legend={t('Games; the loser starts the next')}
        name="best-of"
        value={options.bestOf}
        onChange={(bestOf) => change({ bestOf })}
        options={[
          [1, t('One')],
          [3, t('Best of 3')],
          [5, t('Best of 5')],
        ]}
      />
      <Choice
        legend={t('Minutes for each side')}
        name="minutes"
        value={options.minutes}
        onChange={(minutes) => change({ minutes })}
        options={[
          [0, t('No clock')],
          [3, '3'],
          [5, '5'],
          [10, '10'],
          [20, '20'],
        ]}
      />
      <div class="buttons ending">
        <button class="primary" type="submit">
          {t('Start')}
        </button>
        <button type="button" onClick={onCancel}>
          {t('Cancel')}
        </button>
      </div>
    </form>
  );
}
