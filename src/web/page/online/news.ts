// SPDX-License-Identifier: MIT
//
// What is worth an alert: in the game on the screen what the server tells of it, but for turns, of which the board knows more
// (play-screen.tsx); of all others what is found by asking for them from time to time.

import { t } from '../text';
import { alertNews, titleElsewhere } from './alerts';
import { call } from './call';
import { revealOf } from './draws';
import type { Told, View } from './protocol';
import type { Room } from './room';
import { forget, giveUp, isTheirTurn, learn, onSeats, seatIn, seats, type Seat } from './seats';
import { viewGame } from './server';
import { resumeSeats } from './taking';
import { nameOf, standing, titleOf } from './words';

// --- the game on the screen ----------------------------------------------------------------------

/** What an event is to the one who sits there; null: nothing to be alerted of. */
function newsOf({ seat, view }: Room, { event, fields }: Told): string | null {
  if (!seat || seat.moved) return null;
  const other = seat.player === 0 ? 1 : 0;
  const name = nameOf(view, other);
  const isMine = fields['side'] === (view.first === seat.player ? 'a' : 'b') || fields['player'] === seat.player + 1;
  if (event === 'begun') return fields['number'] === 1 ? t('{0} is there: the game begins.', name) : t('The next game begins.');
  if (event === 'rematch') return t('The rematch has begun.');
  if (event === 'over') return t('The game is over.');
  if (isMine) return null;
  if (event === 'draw-offered') return t('{0} offers a draw.', name);
  if (event === 'undo-asked') return t('{0} wants to take the last turn back.', name);
  return event === 'rematch-asked' ? t('{0} wants a rematch.', name) : null;
}

let onScreen: Room | null = null;

/** Alerts of a room that is on the screen, until what is returned is called. */
export function alertOf(room: Room, sound: () => boolean): () => void {
  onScreen = room;
  countTurns();
  const deaf = room.onTold((told, isNews) => {
    const news = isNews ? newsOf(room, told) : null;
    // What ends a game has a sound of its own.
    if (news !== null) alertNews(sound() && told.event !== 'over', news, titleOf(room.view), room.id);
  });
  return () => {
    deaf();
    if (onScreen === room) onScreen = null;
    countTurns();
  };
}

// --- all others ------------------------------------------------------------------------------------

/** So many are asked about at once. */
const ASKED = 50;
/** A rematch may still come for so long; then a game that is over is over. */
const REMATCH = 7 * 86_400_000;

const mayChange = ({ view, at, gone, moved }: Seat): boolean =>
  !gone && !moved && (view.status !== 'over' || (view.result !== null && view.rematch === null && Date.now() - at < REMATCH));

const countTurns = (): void => titleElsewhere(seats().filter((seat) => seat.id !== onScreen?.id && isTheirTurn(seat)).length);

/** What has changed that the one who sits there should know; null: nothing. */
function changeOf(before: Seat, view: View): string | null {
  const name = nameOf(view, before.player === 0 ? 1 : 0);
  if (before.player === 0 && before.view.status === 'open' && view.status === 'starting') return t('{0} has joined.', name);
  const waited = before.view.status === 'open' || before.view.status === 'starting';
  if (waited && view.status === 'playing') return t('{0} is there: the game begins.', name);
  if (view.rematch !== null && before.view.rematch === null) return t('The rematch has begun.');
  return isTheirTurn({ ...before, view }) && !isTheirTurn(before) ? t('Your turn') : null;
}

async function renew({ id }: Seat, sound: boolean): Promise<void> {
  let view = await viewGame(id);
  const kept = seatIn(id);
  if (!kept || onScreen?.id === id) return;
  if (!view) return forget(kept);
  // Nobody need look at a game for it to begin; and what happens at a seat that was carried away is no news here.
  const reveal = revealOf(kept, view);
  if (reveal || changeOf(kept, view) !== null) {
    if ((await call(kept, reveal)) === 'moved') return giveUp(kept);
    if (reveal) view = (await viewGame(id)) ?? view;
    if (seatIn(id)?.token !== kept.token || onScreen?.id === id) return;
  }
  // Whose turn it is after an event is known a little later than the event.
  if (view.n === kept.view.n && view.turn === kept.view.turn && !kept.gone) return;
  const news = changeOf(kept, view);
  const seat = learn(kept, view);
  if (news !== null) alertNews(sound, news, `${titleOf(view)}. ${standing(seat)}`, id);
}

/** Asks about all games that are not on the screen; one that cannot be asked about stays as it was last known. */
export async function lookRound(sound: boolean): Promise<void> {
  await resumeSeats();
  const asked = seats().filter((seat) => mayChange(seat) && seat.id !== onScreen?.id);
  await Promise.allSettled(asked.slice(0, ASKED).map((seat) => renew(seat, sound)));
}

/** Asks again and again, and keeps the title; until what is returned is called. */
export function keepLooking(every: number, sound: () => boolean): () => void {
  const look = (): void => void lookRound(sound());
  look();
  countTurns();
  const deaf = onSeats(countTurns);
  const timer = setInterval(look, every);
  return () => {
    deaf();
    clearInterval(timer);
  };
}
