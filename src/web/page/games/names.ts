// SPDX-License-Identifier: MIT
//
// The one list of the games that the page can draw, by the names that C gives them. What each of them is stands
// behind one interface (game.ts); list.ts brings the two together.

export const GAMES = ['linja', 'liniell'] as const;
export type GameName = (typeof GAMES)[number];

/** The game of this name; null: there is none. */
export const findGame = (name: unknown): GameName | null => GAMES.find((game) => game === name) ?? null;

/** A name that was kept or told, or the first game instead of nonsense. */
export const asGame = (name: unknown): GameName => findGame(name) ?? GAMES[0];

/** What C calls rules that were read, as tiles of one's own are. */
export const OWN = 'custom';

/** Something for each game. */
export const forGames = <T>(make: (game: GameName) => T): Record<GameName, T> =>
  Object.fromEntries(GAMES.map((game) => [game, make(game)])) as Record<GameName, T>;
