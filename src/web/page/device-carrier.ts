// SPDX-License-Identifier: MIT
//
// A match that lives on this device, where all its windows follow it (kept-games.ts); and one of a lesson, which lives nowhere.

import type { Found, Here } from './carrier';
import { games, keepStanding, keptGame, setCurrent } from './kept-games';
import { keptOf } from './match';
import { mayAskToStay } from './staying';

export function onDevice(id: string): Here {
  return {
    decides: 'here',
    id,
    get n() {
      return games.find(id)?.n ?? 0;
    },
    async read(): Promise<Found | null> {
      const kept = keptGame(id);
      if (!kept) return null;
      const { base, clocks, seats, firstColour, byLot } = kept;
      return { log: await games.events(id), base, clocks, sitting: { seats, firstColour, byLot } };
    },
    onChange: (heard) => games.onChange((changed, anew) => changed === id && heard(anew)),
    refresh: () => games.refresh(),
    lie: (game) => setCurrent(game, id),
    stand: (n, ply, clocks) => keepStanding(id, { n, ply, clocks }),
    async keep({ match, table, place, clocks, fresh }) {
      const kept = keptOf(match, table, place, clocks);
      let done = await games.add(kept, match.log, fresh);
      if (done === 'refused' && !games.find(id)) done = await games.add(kept, match.log, match.log.length); // it was deleted meanwhile
      if (done !== 'refused') setCurrent(kept.game, id);
      if (done === 'kept') void mayAskToStay(kept);
      return done;
    },
    forgetBefore() {
      const kept = games.find(id);
      if (kept) void games.events(id).then((log) => games.add({ ...kept, before: null }, log, 0));
    },
  };
}

export const NOT_CARRIED: Here = {
  decides: 'here',
  id: '',
  n: 0,
  read: () => Promise.resolve(null),
  onChange: () => () => undefined,
  refresh: () => Promise.resolve(),
  lie: () => undefined,
  stand: () => undefined,
  keep: () => Promise.resolve('kept'),
  forgetBefore: () => undefined,
};
