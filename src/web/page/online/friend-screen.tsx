// SPDX-License-Identifier: MIT
//
// Play a friend: what shall be played, by which clock, and who may join; then there is a link to send. Below are the
// games of others that wait for anybody.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { known, type GameName, type Rules } from '../answers';
import { gameOf } from '../games/list';
import { GAMES, OWN } from '../games/names';
import { tilesFor, type NewGame } from '../keep';
import { PlainAddress } from '../panel';
import { Choice, RulesChoice } from '../rules-choice';
import { device, isObject, oneOf } from '../storage';
import { t } from '../text';
import { promise } from './draws';
import { NameField, keptName, keepName } from './name-field';
import type { TimeControl, View } from './protocol';
import { playAddress } from './addresses';
import { openGames, type Wish } from './server';
import { makeGame, resume } from './taking';
import { controlWords, nameOf, titleOf, troubleWords } from './words';

interface Props {
  sets: Record<GameName, Rules>;
  given: NewGame;
  onRules: (game: GameName, rules: string) => void;
  say: (text: string) => void;
}

interface Wanted {
  game: GameName;
  clock: 'none' | 'minutes' | 'days';
  minutes: number;
  increment: number;
  days: number;
  first: 'random' | 'me' | 'you';
  bestOf: 1 | 3 | 5;
  listed: boolean;
}

const KEY = 'friend';

function keptWish(game: GameName): Wanted {
  const found = device.read(KEY);
  const kept = isObject(found) ? found : {};
  return {
    game,
    clock: oneOf<Wanted['clock']>(kept['clock'], 'none', 'minutes', 'days'),
    minutes: oneOf(kept['minutes'], 10, 3, 5, 20, 30),
    increment: oneOf(kept['increment'], 0, 3, 5, 10, 30),
    days: oneOf(kept['days'], 2, 1, 3, 7, 14),
    first: oneOf<Wanted['first']>(kept['first'], 'random', 'me', 'you'),
    bestOf: oneOf<Wanted['bestOf']>(kept['bestOf'], 1, 3, 5),
    listed: kept['listed'] === true,
  };
}

function controlOf({ clock, minutes, increment, days }: Wanted): TimeControl | null {
  if (clock === 'none') return null;
  return clock === 'days' ? { days } : { initial: 60 * minutes, increment };
}

async function make(wanted: Wanted, set: Rules, options: NewGame, name: string): Promise<string> {
  const chosen = options.rules[wanted.game];
  const tiles = tilesFor({ ...options, game: wanted.game });
  const rules = chosen === OWN ? set.usual : known(set, chosen);
  const draw = set.chance ? await promise() : null;
  const wish: Wish = {
    game: wanted.game,
    rules,
    tiles: tiles || null,
    first: wanted.first,
    clock: controlOf(wanted),
    bestOf: wanted.bestOf,
    public: wanted.listed,
    name: name || null,
    ...(draw && { randomHash: draw.hash }),
  };
  return makeGame(wish, draw?.random ?? '');
}

function OpenGames({ list }: { list: readonly View[] }): JSX.Element {
  return (
    <section class="card open-games" aria-label={t('Open games')}>
      <h2>{t('Open games')}</h2>
      {list.length === 0 ? (
        <p>{t('Nobody is waiting right now.')}</p>
      ) : (
        <ul>
          {list.map((view) => (
            <li key={view.id}>
              <a class="about" href={playAddress(view.id)}>
                <strong>{nameOf(view, 0)}</strong>
                <span>{titleOf(view)}</span>
                <span class="small">{controlWords(view.control)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** So often the list of open games is asked for while it is looked at. */
const LOOK_EVERY = 5000;

export function FriendScreen({ sets, given, onRules, say }: Props): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  const [wanted, setWanted] = useState(() => keptWish(given.game));
  const [name, setName] = useState(keptName);
  /** undefined: it is not known yet; null: there is no server for games. */
  const [list, setList] = useState<View[] | null | undefined>(undefined);
  const [trouble, setTrouble] = useState('');
  const [busy, setBusy] = useState(false);
  const change = (changed: Partial<Wanted>): void => setWanted((before) => ({ ...before, ...changed }));
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    let ended = false;
    const look = (): void =>
      void openGames().then(
        (found) => !ended && setList(found),
        (error: unknown) => !ended && setList((before) => (before === undefined ? (setTrouble(troubleWords(error)), before) : before)),
      );
    look();
    const timer = setInterval(() => !document.hidden && look(), LOOK_EVERY);
    return () => {
      ended = true;
      clearInterval(timer);
    };
  }, []);

  /** Goes to the game that was made, if one was. */
  async function goTo(making: Promise<string | undefined>): Promise<void> {
    setBusy(true);
    setTrouble('');
    try {
      const id = await making;
      if (id !== undefined) location.hash = playAddress(id);
    } catch (error) {
      setTrouble(troubleWords(error));
      say(troubleWords(error));
    }
    setBusy(false);
  }
  // A window that was closed too early: the game is made all the same.
  useEffect(() => void goTo(resume(null).then((ids) => ids.at(-1))), []);

  function submit(): void {
    device.write(KEY, wanted);
    keepName(name);
    void goTo(make(wanted, sets[wanted.game], given, name.trim()));
  }

  if (list === null)
    return (
      <main class="learn friend">
        <h1 tabIndex={-1} ref={heading}>
          {t('Play a friend')}
        </h1>
        <p class="card">{t('This page came without a server for games: here two people can play on this device only.')}</p>
      </main>
    );
  return (
    <main class="learn friend">
      <h1 tabIndex={-1} ref={heading}>
        {t('Play a friend')}
      </h1>
      <p>{t('You get a link for your friend. Each plays on their own device, at once or over days.')}</p>
      <PlainAddress />
      <form
        class="card new-game"
        aria-label={t('Play a friend')}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <NameField value={name} onChange={setName} />
        <Choice<GameName>
          legend={t('Game')}
          name="game"
          value={wanted.game}
          onChange={(game) => change({ game })}
          options={GAMES.map((game) => [game, gameOf(game).title])}
        />
        <RulesChoice
          set={sets[wanted.game]}
          game={wanted.game}
          given={given.rules[wanted.game]}
          onChange={(rules) => onRules(wanted.game, rules)}
        />
        <Choice
          legend={t('Clock')}
          name="clock"
          value={wanted.clock}
          onChange={(clock) => change({ clock })}
          options={[
            ['none', t('No clock')],
            ['minutes', t('Minutes')],
            ['days', t('Days')],
          ]}
        />
        {wanted.clock === 'minutes' && (
          <>
            <Choice
              legend={t('Minutes for each side')}
              name="minutes"
              value={wanted.minutes}
              onChange={(minutes) => change({ minutes })}
              options={[3, 5, 10, 20, 30].map((each) => [each, String(each)])}
            />
            <Choice
              legend={t('Seconds more for each turn')}
              name="increment"
              value={wanted.increment}
              onChange={(increment) => change({ increment })}
              options={[0, 3, 5, 10, 30].map((each) => [each, String(each)])}
            />
          </>
        )}
        {wanted.clock === 'days' && (
          <Choice
            legend={t('Days for each turn')}
            name="days"
            value={wanted.days}
            onChange={(days) => change({ days })}
            options={[1, 2, 3, 7, 14].map((each) => [each, String(each)])}
          />
        )}
        <Choice
          legend={t('Who starts')}
          name="first"
          value={wanted.first}
          onChange={(first) => change({ first })}
          options={[
            ['random', t('By lot')],
            ['me', t('I')],
            ['you', t('Opponent')],
          ]}
        />
        <Choice
          legend={t('Games; the loser starts the next')}
          name="best-of"
          value={wanted.bestOf}
          onChange={(bestOf) => change({ bestOf })}
          options={[
            [1, t('One')],
            [3, t('Best of 3')],
            [5, t('Best of 5')],
          ]}
        />
        <label class="rule">
          <input type="checkbox" checked={wanted.listed} onChange={(event) => change({ listed: event.currentTarget.checked })} />
          <span>
            <strong>{t('Anybody may join')}</strong>{' '}
            <span class="small">{t('The game is listed under “Open games”. Otherwise only whoever has the link can join.')}</span>
          </span>
        </label>
        {trouble && (
          <p class="trouble" role="alert">
            {trouble}
          </p>
        )}
        <div class="buttons">
          <button class="primary" type="submit" disabled={busy || list === undefined}>
            {t('Make the game')}
          </button>
        </div>
      </form>
      {list && <OpenGames list={list} />}
    </main>
  );
}
