// SPDX-License-Identifier: MIT
//
// The screen of one game elsewhere, by its address: whoever made it waits with the link, whoever has got the link joins or
// watches, whoever sits there plays.

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { Player } from '../answers';
import { gameOf } from '../games/list';
import type { Settings } from '../keep';
import { NoticeBar } from '../notices';
import { PlainAddress } from '../panel';
import { t, tn } from '../text';
import { FRIEND, playAddress, type Brought } from './addresses';
import { LinkCard } from './link-card';
import { keepName, keptName, NameField } from './name-field';
import { alertOf } from './news';
import { PlayScreen } from './play-screen';
import type { View } from './protocol';
import { Room } from './room';
import { leaveSeat, seatIn } from './seats';
import { newRandom, persistently, Turned, viewGame, withdrawGame } from './server';
import { joinGame, resume, takeAlong } from './taking';
import { controlWords, nameOf, titleOf, troubleWords } from './words';

export interface GameProps {
  id: string;
  brought: Brought | null;
  settings: Settings;
  onSettings: (changed: Partial<Settings>) => void;
  say: (text: string) => void;
  complain: (error: unknown, again?: () => void) => void;
}

/** Who has the first of the game's colours here: colours are each device's own affair. */
function firstColourOf({ newGame }: Settings, view: View, player: Player | null): Player {
  if (player === null) return 0;
  const hasFirst = newGame.colours[view.game] === gameOf(view.game).colours[0];
  return hasFirst === (player === 0) ? 0 : 1;
}

const joinWords = (error: Turned): string => (error.status === 409 ? t('Somebody was faster. You can watch.') : troubleWords(error));

const Facts = ({ view }: { view: View }): JSX.Element => (
  <p>
    <strong>{titleOf(view)}</strong>
    <br />
    {controlWords(view.control)}
    {view.bestOf > 1 && ` · ${tn(view.bestOf, 'one game', 'best of {0} games')}`}
  </p>
);

export function GameScreen(props: GameProps): JSX.Element {
  const { id, brought, settings, say } = props;
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const [view, setView] = useState<View | null | undefined>(undefined);
  const [room, setRoom] = useState<Room | null>(null);
  const [trouble, setTrouble] = useState('');
  const [name, setName] = useState(keptName);
  const [busy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const sound = useRef(settings.sound);
  sound.current = settings.sound;
  /** What is still to be done with the seat that was brought. */
  const carried = useRef<Brought | null>(null);

  /** A seat that was brought here or asked for before; who gets none can still look on. */
  async function sit(): Promise<void> {
    if (carried.current) {
      history.replaceState(null, '', playAddress(id));
      await takeAlong(id, carried.current.token, carried.current.random);
    } else await resume(id);
  }
  async function enter(): Promise<void> {
    setTrouble('');
    try {
      await sit();
    } catch (error) {
      if (!(error instanceof Turned)) throw error;
      say(carried.current ? t('This link was used already. The seat is on another device.') : joinWords(error));
    }
    carried.current = null;
    // With a seat the line alone finds the way, however bad it is.
    const found = await persistently(() => viewGame(id)).catch((error: unknown) => seatIn(id)?.view ?? Promise.reject(error as Error));
    setView(found);
    if (found) setRoom(new Room(found, firstColourOf(settings, found, seatIn(id)?.player ?? null)));
  }
  const tried = (work: () => Promise<void>): void => {
    setBusy(true);
    work()
      .catch((error: unknown) => {
        setTrouble(troubleWords(error));
        say(troubleWords(error));
      })
      .finally(() => setBusy(false));
  };

  useEffect(() => {
    carried.current = brought;
    setView(undefined);
    setRoom(null);
    tried(enter);
  }, [id, brought]);
  useEffect(() => {
    if (!room) return undefined;
    const deaf = room.onChange(() => refresh(undefined));
    const quiet = alertOf(room, () => sound.current);
    return () => {
      deaf();
      quiet();
      room.close();
    };
  }, [room]);
  const stage = !room ? 'away' : room.hasBegun ? 'play' : room.view.status;
  useEffect(() => heading.current?.focus(), [stage]);

  const page = (title: string, body: ComponentChildren): JSX.Element => (
    <main class="learn friend">
      <NoticeBar />
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {body}
      <PlainAddress />
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
    </main>
  );
  const again = (
    <a class="button" href={FRIEND}>
      {t('Play a friend')}
    </a>
  );
  if (view === null || room?.line === 'gone') return page(t('There is no such game any more.'), <div class="buttons">{again}</div>);
  if (!room)
    return page(
      trouble ? t('Play a friend') : t('Looking for the game…'),
      trouble && (
        <div class="buttons">
          <button type="button" disabled={busy} onClick={() => tried(enter)}>
            {t('Try again')}
          </button>
        </div>
      ),
    );
  if (room.hasBegun) return <PlayScreen key={`${id} ${room.seat?.token ?? ''} ${room.rewinds}`} {...props} room={room} />;
  if (room.view.status === 'over') return page(t('The game was withdrawn.'), <div class="buttons">{again}</div>);
  if (room.seat?.player === 0 && room.view.status === 'open') {
    const { token } = room.seat;
    return page(
      t('Waiting for the other player'),
      <div class="card invitation">
        <Facts view={room.view} />
        <p>{t('Send this link, or let a phone look at the code. The game begins when somebody has joined.')}</p>
        <LinkCard fragment={playAddress(id)} title={titleOf(room.view)} label={t('Link to the game')} say={say} />
        <div class="buttons">
          <button
            type="button"
            disabled={busy}
            onClick={() =>
              tried(async () => {
                await withdrawGame(id, token);
                leaveSeat(id);
                location.hash = FRIEND;
              })
            }
          >
            {t('Withdraw the game')}
          </button>
        </div>
      </div>,
    );
  }
  if (room.view.status === 'open' && !room.seat)
    return page(
      t('{0} invites you to a game', nameOf(room.view, 0)),
      <form
        class="card new-game"
        aria-label={t('Join the game')}
        onSubmit={(event) => {
          event.preventDefault();
          tried(async () => {
            keepName(name);
            await joinGame(room.view, name.trim() || null, newRandom()).catch((error: unknown) => {
              throw error instanceof Turned ? new Error(joinWords(error)) : error;
            });
            await enter();
          });
        }}
      >
        <Facts view={room.view} />
        <NameField value={name} onChange={setName} />
        <div class="buttons">
          <button class="primary" type="submit" disabled={busy}>
            {t('Join the game')}
          </button>
        </div>
      </form>,
    );
  const maker = nameOf(room.view, 0);
  if (room.view.status === 'starting' && room.line === 'open' && room.view.commitment !== null && room.player !== 0)
    return page(
      t('Waiting for {0}', maker),
      <p>{t('Both players have a part in the draws: the game begins as soon as {0} opens this page.', maker)}</p>,
    );
  return page(t('About to begin'), <p>{t('Connecting…')}</p>);
}
