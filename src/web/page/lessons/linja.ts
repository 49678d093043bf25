// SPDX-License-Identifier: MIT
//
// Linja in eleven steps. The learner is Red and walks from row a to row h.

import { readCounts, ROWS, stepsOf } from '../linja';
import { t } from '../text';
import type { Done, Lesson } from './lesson';

const GOAL = ROWS - 1;
const FULL_ROW = 4;

const steps = (done: Done) => stepsOf(done.turn, 'a');

/** How many rows the follow-up of a turn goes; 0: there is none. */
function followUp(done: Done): number {
  const second = steps(done)[1];
  return second ? second.to - second.from : 0;
}

/** How many pawns the opening move of a turn met. */
function met(done: Done): number {
  const [a, b] = readCounts(done.before)[steps(done)[0]?.to ?? 0] ?? [0, 0];
  return a + b;
}

const ended = (done: Done): string => (done.after.over ? '' : t('The game goes on: a red pawn is not past all black ones yet.'));

export function linjaLessons(): Lesson[] {
  return [
    {
      title: t('Rows and goal'),
      text: t('Seven sticks make eight rows. You are Red and walk upwards: row h is your goal. Each turn begins with the opening move: one pawn, one row forward.'),
      task: t('Choose a pawn and move it one row forward.'),
      hint: t('Touch a pawn with a ring, then the row above it.'),
      well: t('That is an opening move. The row was empty, so the turn ended there.'),
      rules: 'zen',
      position: '60/00/30/00/30/00/06/06 a',
      accepts: () => true,
      solution: 'cd',
    },
    {
      title: t('The follow-up'),
      text: t('Count the pawns that your opening move meets on its new row. So many rows one pawn may go now: the follow-up.'),
      task: t('Make an opening move and a follow-up of two rows.'),
      hint: t('Here two pawns stand on each row between the lines. Start with any pawn below row g.'),
      well: t('Two pawns met, two rows gone.'),
      rules: 'zen',
      position: '60/11/11/11/11/11/11/06 a',
      accepts: (done) => followUp(done) === 2,
      otherwise: (done) => (steps(done).length === 1 ? t('A good opening move. Now go on with the follow-up.') : t('That went less than two rows. Try another pawn.')),
      solution: 'ab/df',
    },
    {
      title: t('Both colours count'),
      text: t('Red and black pawns count alike. The pawn that has just arrived does not count.'),
      task: t('Make a follow-up of three rows.'),
      hint: t('Look for the row with three pawns, and enter it from below.'),
      well: t('One red pawn and two black ones make three rows.'),
      rules: 'zen',
      position: '40/11/12/20/11/00/21/17 a',
      accepts: (done) => followUp(done) === 3,
      otherwise: (done) => (met(done) === 3 ? t('The right row! But the follow-up went less than three rows.') : t('That row has not three pawns. Try another.')),
      solution: 'bc/ad',
    },
    {
      title: t('The same pawn runs on'),
      text: t('Any of your pawns may make the follow-up, also the one that opened.'),
      task: t('Bring the pawn on row c to row g in one turn.'),
      hint: t('It meets three pawns on row d. Then let the same pawn run.'),
      well: t('One row and three rows: four rows in one turn.'),
      rules: 'zen',
      position: '50/11/10/12/01/11/01/36 a',
      accepts: (done) => done.turn === 'cd/dg',
      solution: 'cd/dg',
    },
    {
      title: t('A full row'),
      text: t('Six pawns fill a row. Nobody may stop there, but you may jump over it; it counts as a row.'),
      task: t('Jump over the full row e.'),
      hint: t('You need a follow-up of two rows for the pawn on row d.'),
      well: t('Over it and on to row f.'),
      rules: 'zen',
      position: '50/20/11/10/15/11/10/05 a',
      accepts: (done) => steps(done).some((step) => step.from < FULL_ROW && step.to > FULL_ROW),
      otherwise: () => t('Nobody has jumped over row e. Try again.'),
      solution: 'bc/df',
    },
    {
      title: t('Stop in the goal'),
      text: t('A pawn that reaches the goal stays there. Rows that are left over are lost. The goal is never full.'),
      task: t('Bring a pawn into the goal with a follow-up that is longer than its way.'),
      hint: t('A pawn on row g needs one row only. Get a follow-up of two or three.'),
      well: t('In the goal, though some rows were lost.'),
      rules: 'zen',
      position: '50/11/21/11/11/01/21/06 a',
      accepts: (done) => steps(done)[1]?.to === GOAL && met(done) > followUp(done) && steps(done)[0]?.to !== GOAL,
      otherwise: (done) => (steps(done).some((step) => step.to === GOAL) ? t('In the goal, but no row was left over this time.') : t('No pawn has reached row h. Try again.')),
      solution: 'bc/gh',
    },
    {
      title: t('The bonus'),
      text: t('A pawn that reaches the goal with exactly its number of rows earns a bonus: one of your pawns moves one row, forward or backward.'),
      task: t('Reach the goal exactly and use the bonus.'),
      hint: t('The pawn on row f needs two rows. Enter a row with two pawns first.'),
      well: t('Opening move, follow-up and bonus: a turn cannot hold more.'),
      rules: 'zen',
      position: '50/11/12/20/11/10/01/17 a',
      accepts: (done) => steps(done).length === 3,
      otherwise: (done) => (steps(done)[1]?.to !== GOAL ? t('No pawn has reached the goal. Try again.')
        : met(done) > followUp(done) ? t('In the goal, but not exactly: a row was left over.') : t('Exactly! Now use the bonus, too.')),
      solution: 'ab/fh/ab',
    },
    {
      title: t('The end'),
      text: t('The game ends when all pawns have passed each other. Sharing a row is not having passed.'),
      task: t('End the game with this turn.'),
      hint: t('One red pawn still stands beside black ones, on row d.'),
      well: t('Red is past Black everywhere: the game is over.'),
      rules: 'zen',
      position: '04/03/03/12/20/10/20/60 a',
      accepts: (done) => done.after.over,
      otherwise: ended,
      solution: 'de/gh',
    },
    {
      title: t('Points'),
      text: t('The goal is worth 5 points, the rows before it 3, 2 and 1. A pawn that is left in its own half costs 1 point. Black stands to get 40.'),
      task: t('End the game and win it.'),
      hint: t('Pass with the pawn on row d, and let a pawn on row e run into the goal.'),
      well: t('You win: more points, and the game is over.'),
      rules: 'zen',
      position: '05/03/02/12/30/10/20/50 a',
      accepts: (done) => done.after.over && done.after.leader === 1,
      otherwise: (done) => ended(done) || t('The game is over, {0} to {1}. A little more is possible.', ...done.after.points),
      solution: 'de/eh/gh',
    },
    {
      title: t('The edition of 2003'),
      text: t('The first edition has no bonus, and the follow-up must be made. But a follow-up that ends on an empty row earns an extra turn, once.'),
      task: t('Earn the extra turn and play it.'),
      hint: t('Row e is empty. The pawn on row c needs two rows, the one on row d needs one.'),
      well: t('Two opening moves in one turn.'),
      rules: '2003',
      position: '52/11/11/10/00/11/11/26 a',
      accepts: (done) => done.turn.includes('+'),
      otherwise: () => t('No follow-up has ended on an empty row. Try again.'),
      solution: 'ab/ce+ef/fh',
    },
    {
      title: t('A short game'),
      text: t('You know all of Linja now. The computer plays Black, and few turns are left.'),
      task: t('Play to the end.'),
      hint: t('Step into crowds to run far, and leave nobody behind.'),
      well: t('Well played! Now try a whole game.'),
      rules: 'zen',
      position: '06/01/10/11/12/21/11/60 a',
      level: 1,
      accepts: (done) => done.after.over,
    },
  ];
}
