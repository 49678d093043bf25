// SPDX-License-Identifier: MIT
//
// The seats that this device holds in games elsewhere: the token by which the server knows it, what it gave to the draws,
// and what was last known of the game, so that *Your games* has something to show before the server answers. A token
// leaves the device only to its server, or in the fragment of a link that carries the seat to another device.

import type { Player } from '../answers';
import { device, isObject, onChange, whole } from '../storage';
import { asTold, readView, type View } from './protocol';

export interface Seat {
  id: string;
  token: string;
  player: Player;
  /** This player's part in the draws, as hexadecimal digits; '': nothing is drawn, or it was given on another device. */
  random: string;
  /** What the server had promised before; null: nothing is drawn. */
  commitment: string | null;
  /** When something of it was last done or heard here. */
  at: number;
  /** The server knows no such game (any more). */
  gone: boolean;
  /** It is on another device now, and its token good for nothing. */
  moved: boolean;
  view: View;
}

const KEY = 'seat.';

function asSeat(id: string, found: unknown): Seat | null {
  if (!isObject(found)) return null;
  const view = readView(found['view']);
  const token = found['token'];
  if (view?.id !== id || typeof token !== 'string' || token === '') return null;
  return {
    id,
    token,
    player: found['player'] === 1 ? 1 : 0,
    random: typeof found['random'] === 'string' ? found['random'] : '',
    commitment: typeof found['commitment'] === 'string' ? found['commitment'] : null,
    at: whole(found['at'], 0),
    gone: found['gone'] === true,
    moved: found['moved'] === true,
    view,
  };
}

export const seatIn = (id: string): Seat | null => asSeat(id, device.read(KEY + id));

/** ... if it was not carried away. */
export function seatHere(id: string): Seat | null {
  const seat = seatIn(id);
  return seat && !seat.moved ? seat : null;
}

/** All of them, the latest first. */
export const seats = (): Seat[] =>
  device
    .keys(KEY)
    .map(seatIn)
    .filter((seat): seat is Seat => seat !== null)
    .sort((a, b) => b.at - a.at);

const heard = new Set<() => void>();

function tell(): void {
  for (const each of [...heard]) each();
}

/** Tells whether the device keeps it beyond this page. */
export function holdSeat(seat: Seat): boolean {
  const kept = device.write(KEY + seat.id, { ...seat, view: asTold(seat.view) });
  tell();
  return kept;
}

export function leaveSeat(id: string): void {
  device.remove(KEY + id);
  tell();
}

/** Calls back when a seat was taken, left or told of, also in another window. */
export function onSeats(changed: () => void): () => void {
  heard.add(changed);
  const deaf = onChange((key) => key.startsWith(KEY) && changed());
  return () => {
    heard.delete(changed);
    deaf();
  };
}

/** What was last known of the game is this; if that is the first of a rematch, the seat there is the same. */
export function learn(seat: Seat, view: View): Seat {
  const now = { ...seat, at: Date.now(), gone: false, view };
  holdSeat(now);
  const id = view.rematch;
  if (id !== null && !seat.moved && seat.view.rematch === null && !seatIn(id)) holdSeat({ ...now, id, view: rematchOf(view, id) });
  return now;
}

/** The server knows it no longer. Whether to let go of it is for the one who sits there to say. */
export const forget = (seat: Seat): void => void holdSeat({ ...seat, gone: true });

/** Another device has it now; unless it was brought back here meanwhile, with another token. */
export function giveUp(seat: Seat): void {
  if (seatIn(seat.id)?.token === seat.token) holdSeat({ ...seat, moved: true });
}

/** As it begins; who has which side is not known yet. */
const rematchOf = (view: View, id: string): View => ({
  ...view,
  id,
  status: 'playing',
  ply: 0,
  turn: null,
  score: [0, 0],
  clock: null,
  result: null,
  reason: null,
  n: 0,
  rematch: null,
});

/** Whether the one who sits there is to move. */
export const isTheirTurn = ({ player, view, gone, moved }: Seat): boolean =>
  !gone && !moved && view.status === 'playing' && view.turn !== null && (view.turn === 'a') === (view.first === player);
