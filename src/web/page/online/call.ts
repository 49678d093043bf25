// SPDX-License-Identifier: MIT
//
// A short call at a game that is not on the screen: finds out whether the seat is still this device's, and says what is
// to be said there.

import { Connection } from './connection';
import type { Command } from './protocol';
import type { Seat } from './seats';
import { socketAddress } from './server';

/** So long an answer may take. */
const PATIENCE = 10_000;

const nothing = (): void => undefined;

/** 'unknown': the line does not hold. */
export const call = (seat: Seat, command: Command | null): Promise<'ours' | 'moved' | 'unknown'> =>
  new Promise((found) => {
    const end = (what: 'ours' | 'moved' | 'unknown'): void => {
      clearTimeout(timer);
      line.close();
      found(what);
    };
    const line = new Connection({
      address: socketAddress(seat.id),
      token: seat.token,
      exists: () => Promise.resolve(true),
      heard: {
        hello: () => command === null && end('ours'),
        state: (state) => (state === 'no seat' ? end('moved') : state === 'lost' && end('unknown')),
        told: nothing,
        presence: nothing,
        plan: nothing,
        rewound: nothing,
      },
    });
    const timer = setTimeout(() => end('unknown'), PATIENCE);
    if (command) void line.send(command).then(() => end('ours'));
    line.open(seat.view.n);
  });
