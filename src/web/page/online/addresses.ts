// SPDX-License-Identifier: MIT
//
// Addresses of games elsewhere: #/friend to make one, #/play/ID to play or watch it, #/seat/ID/TOKEN to take a seat along
// from another device, with the player's part in the draws behind it where there are any. A token stands in a fragment alone, which no browser sends, and goes from the address bar at once.

import type { Seat } from './seats';

export const FRIEND = '#/friend';
export const playAddress = (id: string): string => `#/play/${id}`;
export const seatAddress = ({ id, token, random }: Pick<Seat, 'id' | 'token' | 'random'>): string =>
  `#/seat/${id}/${token}${random && `/${random}`}`;

export type OnlineRoute =
  | { kind: 'friend' }
  /** `brought`: a seat that was brought along; null: none was. */
  | { kind: 'play'; id: string; brought: Brought | null };

export type Brought = Pick<Seat, 'token' | 'random'>;

/** Without the slash behind the sign, as routes.ts reads them. */
export function readOnlineRoute(plain: string): OnlineRoute | null {
  if (plain === '#friend') return { kind: 'friend' };
  const play = /^#play\/([\w-]{10,64})$/.exec(plain);
  if (play?.[1]) return { kind: 'play', id: play[1], brought: null };
  const seat = /^#seat\/([\w-]{10,64})\/([\w-]{22,128})(?:\/([0-9a-f]{32}))?$/.exec(plain);
  return seat?.[1] && seat[2] ? { kind: 'play', id: seat[1], brought: { token: seat[2], random: seat[3] ?? '' } } : null;
}
