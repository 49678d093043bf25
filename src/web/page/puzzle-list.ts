// SPDX-License-Identifier: MIT
//
// The list of a game's puzzles (src/teach/puzzle_list.h), fetched once it is needed: by number, grade and theme, and one
// for each day. Without it a puzzle is looked for by its number, and a day has none.

import type { GameName } from './answers';

export interface Entry {
  number: number;
  grade: number;
  themes: string[];
  /** As the engine is given it. */
  line: string;
}

/** What is wanted; 0 and '': anything. */
export interface Wish {
  grade: number;
  theme: string;
}

/** The file of each game's list; put in by build.mjs. */
declare const PUZZLES: Readonly<Record<string, string>>;
/** How many of a list are for days; put in by build.mjs from the C code, which deals them out in the same way. */
declare const PUZZLE_DAYS: number;

const DAY = 86_400_000;
const lists = new Map<GameName, Promise<Entry[]>>();

function readEntry(line: string): Entry[] {
  const [number = '', grade = '', themes = ''] = line.split('|');
  return line === '' ? [] : [{ number: Number(number), grade: Number(grade), themes: themes.split(','), line }];
}

async function fetched(game: GameName): Promise<Entry[]> {
  const answer = await fetch(PUZZLES[game] ?? '');
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.text()).split('\n').flatMap(readEntry);
}

/** Empty if it cannot be had now. */
export async function puzzleList(game: GameName): Promise<Entry[]> {
  const list = lists.get(game) ?? fetched(game);
  lists.set(game, list);
  try {
    return await list;
  } catch {
    lists.delete(game);
    return [];
  }
}

export const isWished = ({ grade, themes }: Entry, wish: Wish): boolean =>
  (wish.grade === 0 || grade === wish.grade) && (wish.theme === '' || themes.includes(wish.theme));

/** The first wish that is not solved from a number on, and then from the beginning; if all are, any of them. */
export function pick(list: readonly Entry[], wish: Wish, solved: readonly number[], from: number): Entry | undefined {
  const wished = list.filter((entry) => isWished(entry, wish));
  const open = wished.filter(({ number }) => !solved.includes(number));
  const after = (entries: readonly Entry[]): Entry | undefined => entries.find(({ number }) => number >= from) ?? entries[0];
  return after(open) ?? after(wished);
}

/** Today in UTC, as 2026-11-18. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** The puzzle of a day; undefined: there is none. */
export function ofDay(list: readonly Entry[], day: string): Entry | undefined {
  const days = Date.parse(`${day}T00:00:00Z`) / DAY;
  return days >= 0 ? list[days % PUZZLE_DAYS] : undefined;
}
