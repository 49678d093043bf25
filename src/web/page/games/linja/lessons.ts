// SPDX-License-Identifier: MIT
//
// Linja: what all editions share, and what is special about each edition and option. The learner is
// Red and walks from row a to row h.

import { readCounts, ROWS, stepsOf } from './pawns';
import { t } from '../../text';
import type { Done, LessonText } from '../../lesson';

/** What is special about an edition, about an option, or about how the bonus can be read: the numbers of its lessons. */
export const CHAPTERS = { zen: [7, 12], second: [7, 13], '2003': [10, 14, 15], mean: [16], readings: [17, 18, 19] } as const;
export type Chapter = keyof typeof CHAPTERS;

export const isChapter = (name: string): name is Chapter => name in CHAPTERS;

/** True of all editions. */
const COMMON = [1, 2, 3, 4, 5, 6, 8, 9] as const;
const SHORT_GAME = 11;

/** The numbers of the lessons for whoever is about to play by these rules. */
export function linjaCourse(rules: string): number[] {
  const [edition = '', ...options] = rules.split('+');
  return [
    ...COMMON,
    ...CHAPTERS[edition === '2003' || edition === 'second' ? edition : 'zen'],
    ...(options.includes('mean') ? CHAPTERS.mean : []),
    ...(options.includes('exact') || options.includes('return') ? CHAPTERS.readings : []),
    SHORT_GAME,
  ];
}

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

const won = (done: Done): boolean => done.after.over && done.after.leader === 1;
const notWon = (done: Done): string => ended(done) || t('The game is over, {0} to {1}. A little more is possible.', ...done.after.points);

/** Every red pawn can open, and the one on row g reaches the goal: each edition and reading makes something else of it. */
const AT_THE_GOAL = '50/11/11/11/11/11/11/16 a';

/**
 * All lessons, as they are played by an edition, or by another one if it has no such lesson. Which are done is kept on
 * devices by their numbers, which count from 1 here: a new lesson goes to the end, and none leaves.
 */
export function linjaLessons(edition: string): LessonText[] {
  const all = edition === 'second' || edition === '2003' ? edition : 'zen';
  const later = edition === 'second' ? edition : 'zen';
  return [
    {
      title: t('Rows and goal'),
      text: t(
        'Seven sticks make eight rows. You are Red and walk upwards: row h is your goal. Each turn begins with the opening move: one pawn, one row forward.',
      ),
      task: t('Choose a pawn and move it one row forward.'),
      hint: t('Touch a pawn with a ring, then the row above it.'),
      well: t('That is an opening move. The row was empty, so the turn ended there.'),
      terms: ['opening', 'goal', 'row', 'pawn'],
      rules: all,
      position: '60/00/30/00/30/00/06/06 a',
      accepts: () => true,
      solution: 'cd',
    },
    {
      title: t('The follow-up'),
      text: t('Count the pawns that your opening move meets on its new row. One pawn may now go that many rows: the follow-up.'),
      task: t('Make an opening move and a follow-up of two rows.'),
      hint: t('Here two pawns stand on each row between the lines. Start with any pawn below row g.'),
      well: t('Two pawns met, two rows gone.'),
      terms: ['followUp'],
      rules: all,
      position: '60/11/11/11/11/11/11/06 a',
      accepts: (done) => followUp(done) === 2,
      otherwise: (done) =>
        steps(done).length === 1
          ? t('A good opening move. Now go on with the follow-up.')
          : t('That went less than two rows. Try another pawn.'),
      solution: 'ab/df',
    },
    {
      title: t('Both colours count'),
      text: t('Red and black pawns count alike. The pawn that has just arrived does not count.'),
      task: t('Make a follow-up of three rows.'),
      hint: t('Look for the row with three pawns, and enter it from below.'),
      well: t('One red pawn and two black ones make three rows.'),
      rules: all,
      position: '40/11/12/20/11/01/21/16 a',
      accepts: (done) => followUp(done) === 3,
      otherwise: (done) =>
        met(done) === 3
          ? t('The right row! But the follow-up went less than three rows.')
          : t('That row does not have three pawns. Try another.'),
      solution: 'bc/ad',
    },
    {
      title: t('The same pawn runs on'),
      text: t('Any of your pawns may make the follow-up, also the one that opened.'),
      task: t('Bring the pawn on row c to row g in one turn.'),
      hint: t('It meets three pawns on row d. Then let the same pawn run.'),
      well: t('One row and three rows: four rows in one turn.'),
      rules: all,
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
      rules: all,
      position: '50/20/11/10/15/11/11/04 a',
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
      rules: all,
      position: '50/11/21/11/11/01/21/06 a',
      accepts: (done) => steps(done)[1]?.to === GOAL && met(done) > followUp(done) && steps(done)[0]?.to !== GOAL,
      otherwise: (done) =>
        steps(done).some((step) => step.to === GOAL)
          ? t('In the goal, but no row was left over this time.')
          : t('No pawn has reached row h. Try again.'),
      solution: 'bc/gh',
    },
    {
      title: t('The bonus'),
      text: t(
        'A pawn that reaches the goal with exactly its number of rows earns a bonus: one of your pawns moves one row, forward or backward.',
      ),
      task: t('Reach the goal exactly and use the bonus.'),
      hint: t('The pawn on row f needs two rows. Enter a row with two pawns first.'),
      well: t('Opening move, follow-up and bonus: a turn cannot hold more.'),
      terms: ['bonus'],
      rules: later,
      position: '50/11/12/20/11/10/01/17 a',
      accepts: (done) => steps(done).length === 3,
      otherwise: (done) =>
        steps(done)[1]?.to !== GOAL
          ? t('No pawn has reached the goal. Try again.')
          : met(done) > followUp(done)
            ? t('In the goal, but not exactly: a row was left over.')
            : t('Exactly! Now use the bonus, too.'),
      solution: 'ab/fh/ab',
    },
    {
      title: t('The end'),
      text: t('The game ends when all pawns have passed each other. Sharing a row is not having passed.'),
      task: t('End the game with this turn.'),
      hint: t('One red pawn still stands beside black ones, on row d.'),
      well: t('Red is past Black everywhere: the game is over.'),
      rules: all,
      position: '04/03/03/12/20/10/20/60 a',
      accepts: (done) => done.after.over,
      otherwise: ended,
      solution: 'fg/df',
    },
    {
      title: t('Points'),
      text: t('The goal is worth 5 points, the rows before it 3, 2 and 1. Black stands to get 37.'),
      task: t('End the game and win it.'),
      hint: t('Step into the crowd on row g, and let the pawn on row c run past the black ones.'),
      well: t('You win: more points, and the game is over.'),
      rules: all,
      position: '04/03/13/02/20/20/30/40 a',
      accepts: won,
      otherwise: notWon,
      solution: 'fg/cf',
    },
    {
      title: t('Extra turn'),
      text: t(
        'The first edition has no bonus, and the follow-up must be made. But a follow-up that ends on an empty row earns an extra turn, once.',
      ),
      task: t('Earn the extra turn and play it.'),
      hint: t('Row e is empty. The pawn on row c needs two rows, the one on row d needs one.'),
      well: t('Two opening moves in one turn.'),
      terms: ['followUp', 'extra'],
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
      rules: all,
      position: '06/01/10/11/12/21/11/60 a',
      level: 1,
      accepts: (done) => done.after.over,
    },
    {
      title: t('Left behind'),
      text: t('At the end a pawn in its own half costs 1 point, on whichever row. Black stands to get 42.'),
      task: t('End the game and win it.'),
      hint: t('On row d the pawn from row c would cost a point. Take it farther: step into the crowd on row f.'),
      well: t('You win: more points, and the game is over.'),
      rules: 'zen',
      position: '05/03/14/00/10/30/10/60 a',
      accepts: won,
      otherwise: notWon,
      solution: 'ef/cf',
    },
    {
      title: t('Minus points by row'),
      text: t('At the end a pawn in its own half costs what its row would bring Black: 5, 3, 2 or 1 points. Black stands to get 50.'),
      task: t('End the game and win it.'),
      hint: t('On row c a pawn costs 2 points. Reach the goal with a follow-up of one row, and take the bonus for the pawn on row b.'),
      well: t('You win: more points, and the game is over.'),
      rules: 'second',
      position: '07/15/00/00/00/10/10/90 a',
      accepts: won,
      otherwise: notWon,
      solution: 'fg/gh/bc',
    },
    {
      title: t('Open into the goal'),
      text: t('An opening move into the goal is followed by one row, however many pawns stand there.'),
      task: t('Open into the goal and go on.'),
      hint: t('The pawn on row g is one row from the goal.'),
      well: t('Into the goal, and one row more.'),
      terms: ['opening', 'goal'],
      rules: '2003',
      position: AT_THE_GOAL,
      accepts: (done) => steps(done)[0]?.to === GOAL,
      solution: 'gh/ab',
    },
    {
      title: t('It ends at once'),
      text: t(
        'When all pawns have passed each other the game ends at once, even in the middle of a turn. Pawns left in their own half cost nothing. Black stands to get 47.',
      ),
      task: t('End the game and win it.'),
      hint: t('If the pawn on row c opens, all is over. Let another pawn open, in a crowd.'),
      well: t('You win: more points, and the game is over.'),
      terms: ['opening', 'followUp'],
      rules: '2003',
      position: '07/02/13/00/00/10/40/60 a',
      accepts: won,
      otherwise: notWon,
      solution: 'fg/cg',
    },
    {
      title: t('Mean bonus'),
      text: t(
        'An option of the sheets: the bonus may move an opposing pawn instead, one row forward or backward. In its goal it is locked.',
      ),
      task: t('Take a black pawn one row back with the bonus.'),
      hint: t('The pawn on row f needs two rows. Then touch a black pawn between the lines, and the row above it.'),
      well: t('Black has to walk that row again.'),
      terms: ['mean'],
      rules: `${later}+mean`,
      position: '32/11/12/20/11/10/21/15 a',
      accepts: (done) => steps(done).some((step) => step.side === 'b' && step.to > step.from),
      otherwise: (done) => (done.turn.includes('!') ? t('That black pawn went forward, which helps Black.') : ''),
      solution: 'ab/fh/!cd',
    },
    {
      title: t('Every exact move'),
      text: t(
        'The sheets can be read in two ways. By one an opening move into the goal is exact, too. A pawn in its goal stays there: that is our ruling, so that games end.',
      ),
      task: t('Earn the bonus with the opening move, and use it.'),
      hint: t('The pawn on row g is one row from the goal.'),
      well: t('One row was needed, and one row was gone.'),
      rules: later,
      position: AT_THE_GOAL,
      accepts: (done) => steps(done)[0]?.to === GOAL && steps(done).length === 2,
      solution: 'gh/ab',
    },
    {
      title: t('Exact follow-up'),
      text: t('By the other reading only a follow-up can be exact. An opening move into the goal earns nothing.'),
      task: t('Reach the goal exactly and use the bonus.'),
      hint: t('The pawn on row f needs two rows. Enter a row with two pawns first.'),
      well: t('The follow-up was exact: by both readings that earns a bonus.'),
      rules: `${later}+exact`,
      position: AT_THE_GOAL,
      accepts: (done) => steps(done).length === 3,
      otherwise: (done) => (steps(done)[0]?.to === GOAL ? t('In the goal, but by this reading the opening move earns nothing.') : ''),
      solution: 'ab/fh/ab',
    },
    {
      title: t('Return'),
      text: t(
        'By the letter the bonus may move any of your pawns, also back out of the goal. Then a game need not end, so we call it a draw when a position comes up for the third time.',
      ),
      task: t('Take a pawn back out of the goal with the bonus.'),
      hint: t('The pawn on row g is one row from the goal.'),
      well: t('Out of the goal again. Seldom good, but allowed by this reading.'),
      rules: `${later}+return`,
      position: AT_THE_GOAL,
      accepts: (done) => steps(done).some((step) => step.from === GOAL),
      solution: 'gh/hg',
    },
  ];
}
