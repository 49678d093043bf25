// SPDX-License-Identifier: MIT
//
// The rule card of Liniell.

import { ours, plain, type Card } from '../../card';
import { t } from '../../text';

export function liniellCard(): Card {
  return {
    title: 'Liniell',
    words: [],
    points: null,
    sections: [
      {
        title: t('Aim'),
        lines: plain(t('Claim the lines with the most valuable routes: long, between two rhombs, with blue ones at the ends.')),
      },
      {
        title: t('Setting up'),
        lines: [
          ...plain(
            t('For two players from 8 years, about 5 minutes. In the box: 16 tiles, 2 markers each in green and yellow.'),
            t('The tiles are shuffled and stacked face down. Each player chooses a colour.'),
          ),
          ours(t('The lines on the tiles are rebuilt: the pictures are lost.'), t('Whoever has the game can enter the printed tiles.')),
          ours(t('Who begins is drawn by lot.'), t('The sheet leaves it to the players.')),
        ],
      },
      {
        title: t('The tile'),
        lines: plain(
          t('Draw a tile, turn it as you like, and lay it side by side with one on the table.'),
          t('All tiles must fit into some square of four by four.'),
        ).concat(ours(t('A tile that fits nowhere stays out, and the turn ends.'), t('The sheet says so of the last tile only.'))),
      },
      {
        title: t('The marker'),
        lines: plain(
          t('Everything that is connected is one line. A line carries one marker at most.'),
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
          t('Whoever has more points wins; if they are equal, whoever has more blue rhombs at the ends of routes.'),
        ).concat(ours(t('If these are equal too, it is a draw.'))),
      },
    ],
  };
}
