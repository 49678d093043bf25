// SPDX-License-Identifier: MIT
//
// What a new match is made of, from what was chosen for it: the line for the engine, who sits where in which colour, and the seed.

import { command, known, type Rules } from './answers';
import { gameOf } from './games/list';
import { tilesFor, type NewGame } from './keep';
import type { Seats, Sitting } from './kept-games';
import { secret } from './match';
import { seatName } from './seats';

interface Made {
  line: string;
  sitting: Sitting;
  /** 0: nobody can know what is drawn. */
  seed: number;
}

/** Between people nobody can know what is drawn, unless chance is `fixed`. */
export function newMatch(options: NewGame, sets: Rules, seed: number, fixed: boolean): Made {
  const { game } = options;
  const friend = options.opponent === 'friend';
  const fair = friend && sets.chance && !fixed;
  const [me, other]: Seats = [{ kind: 'person' }, friend ? { kind: 'person' } : { kind: 'computer', level: options.level }];
  const byLot = options.starts === 'lot';
  const mine = byLot ? seed % 2 === 1 : options.starts === 'me';
  const firstIsMine = options.colours[game] === gameOf(game).colours[0];
  // Whoever begins is player 0, as in the record when it is read again.
  const seats: Seats = mine ? [me, other] : [other, me];
  const named = [seatName(me, 0, friend), seatName(other, 1, friend)];
  const names = mine ? named : named.reverse();
  const date = new Date().toISOString().slice(0, 10).replace(/-/g, '.');
  const tiles = sets.tiles ? tilesFor(options) : '';
  const rules = known(sets, options.rules[game]);
  return {
    line: command('new', game, rules, seed, 0, options.bestOf, ...names, date, tiles, '', fair ? secret() : ''),
    sitting: { seats, firstColour: firstIsMine === mine ? 0 : 1, byLot },
    seed: fair ? 0 : seed,
  };
}
