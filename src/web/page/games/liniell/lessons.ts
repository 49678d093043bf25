// SPDX-License-Identifier: MIT
//
// Liniell in eleven steps. The learner is Yellow. The tiles are those of the standard set, and most
// tables show the same few of them, so that the eye finds what is new.

import { readHolders, readMove, readScene } from './scene';
import { t, tn } from '../../text';
import type { Done, LessonText } from '../../lesson';

/** The routes that Yellow's markers score. */
const mine = (done: Done) => readScene(done.described).routes.filter((route) => route.owner === 'a');
const longest = (done: Done): number => Math.max(0, ...mine(done).map((route) => route.tiles));
const best = (done: Done): number => Math.max(0, ...mine(done).map((route) => route.points));
const markersOf = (done: Done, side: 'a' | 'b'): number => readHolders(done.after.position, 0).markers[side].length;

export function liniellLessons(): LessonText[] {
  return [
    {
      title: t('Laying a tile'),
      text: t('Each turn you draw a tile and lay it side by side with one on the table. Lines always meet in the middle of a side.'),
      task: t('Lay your tile on a marked cell and end the turn.'),
      hint: t('Touch a cell with a dashed edge. Then press “End turn”.'),
      well: t('The tile lies. Its lines have grown together with those beside it.'),
      rules: 'standard',
      position: '03@d4n A=-,- B=-,- turn=a draw=08',
      accepts: () => true,
      solution: 'e4n',
    },
    {
      title: t('The square'),
      text: t(
        'All sixteen tiles must fit into a square of four by four. Where it lies is decided by the tiles themselves. This row has its four.',
      ),
      task: t('Begin another row: lay your tile above or below.'),
      hint: t('Any marked cell will do.'),
      well: t('The square may still grow upwards or downwards, but not sideways any more.'),
      rules: 'standard',
      position: '03@d4n 08@e4n 01@f4n 09@g4n A=-,- B=-,- turn=a draw=05',
      accepts: () => true,
      solution: 'e5n',
    },
    {
      title: t('Turning a tile'),
      text: t('A tile may be turned before and after it is laid: with its button, the wheel, or R.'),
      task: t('Lay the tile above the cross, with the blue rhomb towards it.'),
      hint: t('Touch the cell above. Then turn the tile until the blue rhomb is at its lower side.'),
      well: t('Now a line of the cross ends at the blue rhomb.'),
      rules: 'standard',
      position: '01@d4n A=-,- B=-,- turn=a draw=06',
      accepts: (done) => done.turn.startsWith('d3w'),
      otherwise: (done) =>
        done.turn.startsWith('d3') ? t('The right cell. Turn the tile before you end the turn.') : t('Lay it above the cross this time.'),
      solution: 'd3w',
    },
    {
      title: t('Lines and markers'),
      text: t(
        'Everything that is connected is one line. After laying a tile you may put a marker on a free line that crosses it. Only marked lines score.',
      ),
      task: t('Lengthen the long line to three tiles and put a marker on it.'),
      hint: t('Lay the tile at the right end. Then touch the line that runs from left to right.'),
      well: t('The whole line is yours, all three tiles.'),
      rules: 'standard',
      position: '15@d4e 06@c4s A=-,- B=-,- turn=a draw=12',
      accepts: (done) => longest(done) >= 3,
      otherwise: (done) =>
        readMove(done.turn)?.side
          ? t('A marker, but on a shorter line. Try again.')
          : t('Put a marker on the line before you end the turn.'),
      solution: 'e4n+E',
    },
    {
      title: t('Moving a marker'),
      text: t('You have two markers. If both are on lines, one may move to a new line. The old line is free then.'),
      task: t('Make the free line four tiles long and move a marker to it.'),
      hint: t('Lay the tile at the right end, touch the long line, and choose where the marker comes from.'),
      well: t('A longer line for a shorter one: a good exchange.'),
      rules: 'standard',
      position: '15@d4e 06@c4s 12@e4n A=c4N,d4N B=-,- turn=a draw=16',
      accepts: (done) => done.turn.includes('<') && longest(done) >= 4,
      otherwise: (done) =>
        done.turn.includes('<') ? t('A marker has moved, but there is a longer line.') : t('No marker has moved. Try again.'),
      solution: 'f4e+E<c4N',
    },
    {
      title: t('Routes'),
      text: t(
        'A line scores its longest route, 1 point for each tile: from rhomb to rhomb, or to the edge where a rhomb is missing. Rhombs at both ends score 1 more.',
      ),
      task: t('Close your line: give it a rhomb at its right end, too.'),
      hint: t('Lay the tile at the right end and turn it until a rhomb faces the line.'),
      well: t('Enclosed between two rhombs.'),
      rules: 'standard',
      position: '15@d4e 06@c4s 12@e4n A=e4E,- B=-,- turn=a draw=16',
      accepts: (done) => mine(done).some((route) => route.enclosed),
      otherwise: () => t('The line is still open at one end. Try again.'),
      solution: 'f4s',
    },
    {
      title: t('Blue rhombs'),
      text: t('A blue rhomb at an end of the route scores 1 point more. Four tiles, two rhombs, both of them blue: 4 + 1 + 2.'),
      task: t('Make your line worth 7 points.'),
      hint: t('Close it as before, but with the blue rhomb.'),
      well: t('Seven points, and blue rhombs decide when points are equal.'),
      rules: 'standard',
      position: '15@d4e 06@c4s 12@e4n A=e4E,- B=-,- turn=a draw=16',
      accepts: (done) => best(done) >= 7,
      otherwise: (done) =>
        tn(best(done), 'Your best line has {0} point. More is possible.', 'Your best line has {0} points. More is possible.'),
      solution: 'f4n',
    },
    {
      title: t('Never two of one colour'),
      text: t('Two lines of one colour may never be joined. A tile that would do so cannot be laid that way.'),
      task: t('Lay the tile into the gap between your two lines.'),
      hint: t('Touch the gap and try to turn the tile: only the ways that keep your lines apart are offered.'),
      well: t('Side by side, but still two lines.'),
      rules: 'standard',
      position: '15@d4e 08@d5n 09@e5e 10@f5n 16@f4e A=d4E,f4E B=-,- turn=a draw=05',
      accepts: (done) => done.turn.startsWith('e4'),
      otherwise: () => t('The gap is between the two yellow markers.'),
      solution: 'e4n',
    },
    {
      title: t('Take-over'),
      text: t(
        'Lines of both colours may be joined. Then you take the whole over with your other marker, and the two that stood there go home.',
      ),
      task: t('Take over the green line.'),
      hint: t('Lay the tile into the gap between the lines, then touch the joined line.'),
      well: t('The line is yours, and Green has lost it.'),
      rules: 'standard',
      position: '15@d4e 08@d5n 09@e5e 10@f5n 16@f4e A=d4E,- B=f4E,- turn=a draw=12',
      accepts: (done) => markersOf(done, 'b') === 0 && markersOf(done, 'a') === 1,
      otherwise: () => t('The green marker still stands. Join its line with yours.'),
      solution: 'e4n+E',
    },
    {
      title: t('The last tile'),
      text: t('The game ends with the last tile. More points win. If they are equal, blue rhombs at the ends of routes decide.'),
      task: t('Lay the last tile and win by the blue rhombs.'),
      hint: t('No marker needs to move. Turn the tile and watch the points.'),
      well: t('Twelve points each, but more blue rhombs for you.'),
      rules: 'standard',
      position:
        '08@d4e 03@d5s 14@d3s 01@e5n 15@d2e 05@c4w 09@c3n 13@e3w 07@c2s 04@e4n 16@f3s 11@c5n 10@e2n 12@f4n 02@f2n A=c4N,f4E B=e2S,f2N turn=a draw=06',
      accepts: (done) => done.after.over && done.after.leader === 1,
      otherwise: (done) => t('That ends {0} to {1}. Turn the tile another way.', ...done.after.points),
      solution: 'f5n',
    },
    {
      title: t('A short game'),
      text: t('You know all of Liniell now. The computer plays Green, and four tiles are left.'),
      task: t('Play to the end.'),
      hint: t('Lengthen your lines, close them with rhombs, and look for a take-over.'),
      well: t('Well played! Now try a whole game.'),
      rules: 'standard',
      position: '13@d4w 12@c4n 09@d3n 06@b4w 02@b5n 01@d2n 04@c5s 11@e4e 05@e2s 03@d5w 10@c3e 15@c2w A=b5N,e2E B=d5N,e4N turn=a draw=08',
      level: 1,
      accepts: (done) => done.after.over,
    },
  ];
}
