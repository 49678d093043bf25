// SPDX-License-Identifier: MIT
//
// The panel for a new game: which game, which rules, against whom, in which colour, who starts, how many games.

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { known, type GameName, type Player, type Rules } from './answers';
import { colourName } from './colours';
import { toHeading } from './focus';
import { gameOf } from './games/list';
import { GAMES, OWN } from './games/names';
import { unfinishedGames } from './kept-games';
import { keptTiles, type NewGame } from './keep';
import { cardAddress } from './learn-address';
import { SourceTag } from './source';
import type { Table } from './table';
import { t, tn } from './text';
import { playerOf, ruleOption, ruleSet } from './words';

interface ChoiceProps<T extends string | number> {
  legend: string;
  name: string;
  value: T;
  options: readonly (readonly [T, ComponentChildren])[];
  onChange: (value: T) => void;
}

export function Choice<T extends string | number>({ legend, name, value, options, onChange }: ChoiceProps<T>): JSX.Element {
  return (
    <fieldset class="segments">
      <legend>{legend}</legend>
      <div>
        {options.map(([option, label]) => (
          <label key={option}>
            <input type="radio" name={name} checked={value === option} onChange={() => onChange(option)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function levelWords(level: number): string {
  if (level === 0) return t('any legal turn, for the very first game');
  if (level <= 2) return t('a beginner who overlooks much');
  if (level <= 4) return t('plays along, overlooks some things');
  if (level <= 6) return t('sees what is good at once');
  if (level <= 8) return t('thinks ahead');
  return t('as strong as it gets');
}

const editionOf = (rules: string): string => rules.split('+')[0] ?? '';
const optionsOf = (rules: string): string[] => rules.split('+').slice(1);

/** The rule set of an edition that is most like what is wanted; `must`: an option that it has. */
function nearest(names: string[], edition: string, wanted: string[], must?: string): string {
  const strangeness = (name: string): number => {
    const options = optionsOf(name);
    return options.filter((option) => !wanted.includes(option)).length + wanted.filter((option) => !options.includes(option)).length;
  };
  const possible = names.filter((name) => editionOf(name) === edition && (!must || optionsOf(name).includes(must)));
  return possible.sort((a, b) => strangeness(a) - strangeness(b))[0] ?? edition;
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

export function NewGamePanel({ sets, given, current, onStart, onResume, onCancel }: Props): JSX.Element {
  const [changes, setChanges] = useState<Partial<NewGame>>({});
  const options = { ...given, ...changes };
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => toHeading(heading.current), []);
  const change = (changed: Partial<NewGame>): void => setChanges({ ...changes, ...changed });
  const own = sets[options.game].tiles ? keptTiles() : null;
  const names = [...(own ? [OWN] : []), ...sets[options.game].names];
  const rules = known({ ...sets[options.game], names: own?.ready ? names : sets[options.game].names }, options.rules[options.game]);
  const edition = editionOf(rules);
  const { further, colours } = gameOf(options.game);
  const chosen = optionsOf(rules);
  const editions = [...new Set(names.map(editionOf))].reverse(); // the newest first
  const possible = [...new Set(names.filter((name) => editionOf(name) === edition).flatMap(optionsOf))];
  const setRules = (next: string): void => change({ rules: { ...options.rules, [options.game]: next } });
  const setOption = (option: string, on: boolean): void =>
    setRules(
      on
        ? nearest(names, edition, [...chosen, option], option)
        : nearest(
            names,
            edition,
            chosen.filter((other) => other !== option),
          ),
    );
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
      <fieldset class="rules">
        <legend>{t('Rules')}</legend>
        {editions.map((name) => (
          <label key={name} class="rule">
            <input
              type="radio"
              name="rules"
              checked={edition === name}
              disabled={name === OWN && !own?.ready}
              onChange={() => setRules(nearest(names, name, chosen))}
            />
            <span>
              <strong>{ruleSet(options.game, name).title}</strong>{' '}
              <span class="small">{name === OWN && !own?.ready ? t('Not finished yet.') : ruleSet(options.game, name).difference}</span>
            </span>
          </label>
        ))}
        {possible.map((name) => (
          <label key={name} class="rule">
            <input type="checkbox" checked={chosen.includes(name)} onChange={(event) => setOption(name, event.currentTarget.checked)} />
            <span>
              <strong>{ruleOption(options.game, name).title}</strong> <SourceTag source={ruleOption(options.game, name).source ?? 'ours'} />{' '}
              <span class="small">{ruleOption(options.game, name).difference}</span>
            </span>
          </label>
        ))}
        <p class="further">
          <a href={cardAddress(options.game, edition)} target="_blank" rel="noopener">
            {t('Rule card')}
          </a>
          <a href={further.address}>{further.label()}</a>
        </p>
      </fieldset>
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
      {options.opponent === 'computer' && (
        <label class="level">
          <span>
            {t('Level {0}', options.level)} <span class="small">{levelWords(options.level)}</span>
          </span>
          <input
            type="range"
            min="0"
            max="10"
            step="1"
            value={options.level}
            aria-valuetext={`${options.level}: ${levelWords(options.level)}`}
            onInput={(event) => change({ level: Number(event.currentTarget.value) })}
          />
        </label>
      )}
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
