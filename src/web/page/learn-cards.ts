// SPDX-License-Identifier: MIT
//
// The rule cards: all the rules of an edition on one page, in short sentences. A line that is not
// the same in every edition is marked. docs/rules-linja.md and docs/rules-liniell.md tell where each
// rule comes from.

import type { GameName } from './answers';
import { ROWS, worth } from './linja';
import { t } from './text';
import { ruleOptions, ruleSets } from './words';

export interface CardLine {
  text: string;
  /** Other editions say something else. */
  differs?: boolean;
}

export interface CardSection {
  title: string;
  lines: CardLine[];
}

export interface Card {
  title: string;
  sections: CardSection[];
  /** Linja: what a pawn is worth, from its own line to its goal. */
  points: number[] | null;
}

const plain = (...texts: string[]): CardLine[] => texts.map((text) => ({ text }));
const special = (...texts: string[]): CardLine[] => texts.map((text) => ({ text, differs: true }));

function linjaCard(edition: string): Card {
  const first = edition === '2003';
  const title = ruleSets('linja').find((set) => set.name === edition)?.title ?? edition;
  return {
    title: t('{0}: {1}', 'Linja', title),
    points: Array.from({ length: ROWS }, (_, row) => worth(edition, 'a', row)),
    sections: [
      {
        title: t('Setting up'),
        lines: plain(
          t('Seven sticks make eight rows. The two outer rows are the starting lines.'),
          t('Each player has twelve pawns: six on the own line and one on each of the six rows between.'),
          t('The line of the other side is your goal. The first player is drawn by lot.'),
        ),
      },
      {
        title: t('Opening move'),
        lines: [
          ...plain(t('One of your pawns goes one row forward. This move must be made.')),
          ...plain(t('Onto an empty row: the turn ends, without a follow-up.')),
          ...special(first ? t('Into the goal: a follow-up of one row, however many pawns stand there.') : t('Into the goal: no follow-up, but a bonus.')),
        ],
      },
      {
        title: t('Follow-up'),
        lines: [
          ...plain(
            t('Count the pawns on the row just entered, both colours, without the newcomer.'),
            t('One of your pawns, the same or another, goes exactly that many rows forward.'),
          ),
          ...special(first ? t('It must be made if any of your pawns can make it.') : t('You may leave it out.')),
          ...plain(t('A pawn stops in the goal. Rows that are left over are lost.')),
        ],
      },
      first
        ? {
            title: t('Extra turn'),
            lines: special(
              t('A follow-up that ends on an empty row between the lines earns an extra turn: another opening move and follow-up.'),
              t('It must be played, and there is only one in a turn.'),
              t('There is no bonus.'),
            ),
          }
        : {
            title: t('Bonus'),
            lines: special(
              t('A pawn that reaches the goal with exactly its number of rows earns a bonus.'),
              t('One of your pawns goes one row, forward or backward. Pawns in their goal stay there.'),
              t('You may leave the bonus out. The turn ends after it. There is no extra turn.'),
            ),
          },
      {
        title: t('Full rows'),
        lines: plain(
          t('A row between the lines holds six pawns, both colours together. Nobody may stop on a full row.'),
          t('It may be jumped over and counts as a row. The starting lines hold any number.'),
        ),
      },
      {
        title: t('The end'),
        lines: [
          ...plain(t('The game ends when all pawns have passed each other. Sharing a row is not having passed.')),
          ...special(first ? t('It ends at once, even in the middle of a turn.') : t('A turn that has begun is finished first.')),
          ...plain(t('Who has no opening move passes. If nobody has one, the game ends.'), t('Each pawn scores by its row. More points win; equal points are a draw.')),
        ],
      },
      ...(first ? [] : [{
        title: t('Options'),
        lines: special(
          ...ruleOptions().map((option) => t('{0}: {1}', option.title, option.difference)),
          t('With the return, a position that comes up for the third time is a draw.'),
        ),
      }]),
    ],
  };
}

function liniellCard(): Card {
  return {
    title: 'Liniell',
    points: null,
    sections: [
      {
        title: t('Setting up'),
        lines: plain(
          t('Sixteen tiles are shuffled and stacked face down. Each player has two markers.'),
          t('Who begins is drawn by lot.'),
        ),
      },
      {
        title: t('The tile'),
        lines: plain(
          t('Draw a tile, turn it as you like, and lay it side by side with one on the table.'),
          t('All tiles must fit into some square of four by four.'),
          t('A tile that fits nowhere stays out, and the turn ends.'),
        ),
      },
      {
        title: t('The marker'),
        lines: plain(
          t('All that hangs together is one line. A line carries one marker at most.'),
          t('After laying, you may put a marker on a free line that crosses the new tile.'),
          t('It comes from your supply or from another line of yours, which is free then.'),
        ),
      },
      {
        title: t('Joining marked lines'),
        lines: plain(
          t('Two lines of one colour may never be joined, whoever lays the tile.'),
          t('A line of yours and one of the other side may be joined by your tile: you take it over.'),
          t('Both markers there go home, and your other marker takes the whole line. That is your marker for this turn.'),
        ),
      },
      {
        title: t('Routes'),
        lines: plain(
          t('The game ends with the last tile. Each marked line scores its longest route, which uses no piece of line twice.'),
          t('Two rhombs or more: between two of them. One rhomb: from it to the edge. None: from edge to edge.'),
        ),
      },
      {
        title: t('Points'),
        lines: plain(
          t('1 point for each tile on the route; a tile crossed twice counts once.'),
          t('1 point for rhombs at both ends.'),
          t('1 point for each blue rhomb at an end.'),
          t('More points win. If they are equal, more blue rhombs at the ends of routes win; else it is a draw.'),
        ),
      },
    ],
  };
}

export function cardOf(game: GameName, edition: string): Card {
  return game === 'linja' ? linjaCard(edition) : liniellCard();
}
