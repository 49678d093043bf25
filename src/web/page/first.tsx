// SPDX-License-Identifier: MIT
//
// The first minute of somebody who has never played a game: what one wants and what pays, in a line on the board itself,
// and the choice to learn it or just to play. A whole game needs no other text.

import type { JSX } from 'preact';
import { gameOf } from './games/list';
import type { GameName } from './games/names';
import { keptLessons } from './keep';
import { lessonAddress } from './learn-address';
import { device } from './storage';
import type { Table } from './table';
import { t } from './text';

const met = (game: GameName): string => `met.${game}`;

/** The game has been begun, here or in a lesson. */
export const meet = (game: GameName): void => void device.write(met(game), true);

/** Whether this is a first game, in which no person has made a turn yet. */
export function isFirst({ state, line, seats }: Table): boolean {
  const others = seats[state.first].kind === 'computer' ? 1 : 0; // turns of the computer, if it began
  return line.length <= others && !state.over && device.read(met(state.game)) !== true && keptLessons(state.game).length === 0;
}

/** Over the board, where nothing lies at the start; it is in nobody's way. */
export function GoalLine({ table }: { table: Table }): JSX.Element {
  const person = table.seats.findIndex((seat) => seat.kind === 'person');
  const side = table.state.first === person ? 'a' : 'b';
  return <p class="goal">{gameOf(table.state.game).goalWords(table, side)}</p>;
}

export function FirstChoice({ game, onPlay }: { game: GameName; onPlay: () => void }): JSX.Element {
  return (
    <div class="buttons first">
      <a class="button primary" href={lessonAddress(game, 1)}>
        {t('Learn in 2 minutes')}
      </a>
      <button type="button" onClick={onPlay}>
        {t('Just play')}
      </button>
    </div>
  );
}
