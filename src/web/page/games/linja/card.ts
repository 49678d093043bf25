// SPDX-License-Identifier: MIT
//
// The rule cards of Linja, one for each edition. The moves have the names of that edition's sheet (sheets.ts).

import { ours, plain, special, type Card } from '../../card';
import { spokenLanguage, t } from '../../text';
import { readRows } from './pawns';
import { ruleOptions, ruleSets } from './rules';
import { capital, sheetFor, termNames, wordsFor } from './sheets';

const optionTitle = (name: string): string => ruleOptions().find((option) => option.name === name)?.title ?? name;

/** Our names beside those of the sheet, where they are not the same. */
function otherWords(edition: string): string[] {
  const language = spokenLanguage();
  const words = wordsFor(language, edition);
  const names = termNames();
  const differing = (['line', 'goal', 'row', 'pawn'] as const)
    .filter((term) => words[term] && words[term].toLowerCase() !== names[term].toLowerCase())
    .map((term) => `${names[term]} = ${words[term]}`);
  const from = sheetFor(language, edition);
  const title = ruleSets().find((set) => set.name === from)?.title ?? from;
  return [
    ...(from === edition ? [] : [t('We know no sheet of this edition in your language. The words are those of another: {0}.', title)]),
    ...(differing.length > 0 ? [t('On the sheet: {0}.', differing.join(', '))] : []),
  ];
}

export function linjaCard(edition: string): Card {
  const first = edition === '2003';
  const title = ruleSets().find((set) => set.name === edition)?.title ?? edition;
  const words = wordsFor(spokenLanguage(), edition);
  const [back, exact] = [optionTitle('+return'), optionTitle('+exact')];
  const behind = first
    ? t('Pawns left in their own half cost nothing.')
    : edition === 'zen'
      ? t('A pawn left in its own half costs 1 point, on whichever row.')
      : t('A pawn left in its own half costs what its row would bring the other side.');
  return {
    title: t('{0}: {1}', 'Linja', title),
    words: otherWords(edition),
    points: (described) => readRows(described).map((row) => row.worth.a),
    sections: [
      {
        title: t('Aim'),
        lines: plain(t('Bring your pawns as far across as you can: the nearer to the line of the other side, the more points.')),
      },
      {
        title: t('Setting up'),
        lines: [
          ...plain(
            t('For two players from 8 years. In the box: 7 bamboo sticks, 12 pawns of each colour.'),
            t('Seven sticks make eight rows. The two outer rows are the starting lines.'),
          ),
          ours(
            t('Each player chooses a colour and sets up twelve pawns: six on their own line, one on each of the six rows between.'),
            t('The sheets show it in a picture that we do not have. This start fits the pawns and the rows.'),
          ),
          ...plain(t('The line of the other side is your goal.'), t('Who begins is drawn by lot.')),
        ],
      },
      {
        title: capital(words.opening),
        lines: [
          ...plain(t('One of your pawns goes one row forward. This move must be made.')),
          ...plain(t('Onto an empty row: the turn ends, without a {0}.', words.followUp)),
          first
            ? {
                text: t('Into the goal: a {0} of one row, however many pawns stand there.', words.followUp),
                differs: true,
                other: t('The Italian sheet gives one row more than there are pawns; the other five give one row.'),
              }
            : {
                ...ours(
                  t('Into the goal: no {0}, but a {1}.', words.followUp, words.bonus),
                  t('“Exact” may also be meant of “{0}” alone. If you read it so, choose “{1}” for a new game.', words.followUp, exact),
                ),
                differs: true,
              },
        ],
      },
      {
        title: capital(words.followUp),
        lines: [
          ...plain(
            t('Count the pawns on the row just entered, both colours, without the newcomer.'),
            t('One of your pawns, the same or another, goes exactly that many rows forward.'),
          ),
          first
            ? {
                ...ours(
                  t('It must be made if any of your pawns can make it.'),
                  t('No sheet orders it outright; a turn is said to consist of two moves. It could also be read as a right.'),
                ),
                differs: true,
              }
            : edition === 'zen'
              ? { text: t('You may leave it out.'), differs: true }
              : {
                  ...ours(
                    t('You may leave it out.'),
                    t('The sheet speaks of a right and orders nothing, but says no plain “may”. It could also be read as a duty.'),
                  ),
                  differs: true,
                },
          ours(t('If none of your pawns can make it, it is dropped.')),
          ...plain(t('A pawn stops in the goal. Rows that are left over are lost.')),
        ],
      },
      ...(first
        ? [
            {
              title: capital(words.extra || t('Extra turn')),
              lines: [
                ...special(
                  t(
                    '“{1}” onto an empty row between the lines earns another full turn, once: “{0}” and “{1}”.',
                    words.opening,
                    words.followUp,
                  ),
                  t('No pawn ever goes backward, and there is no bonus.'),
                ),
                {
                  ...ours(t('The other full turn must be played.'), t('The French and the Portuguese sheet say that you may play again.')),
                  differs: true,
                },
              ],
            },
          ]
        : [
            {
              title: capital(words.bonus),
              lines: [
                ...special(
                  t('It is earned by a pawn that reaches the goal with exactly its number of rows.'),
                  t('One of your pawns goes one row, forward or backward. Only here may a pawn go backward.'),
                ),
                {
                  ...ours(
                    t('A pawn of yours that is in its goal stays there.'),
                    t(
                      'By the letter any of your pawns may go back, also out of the goal; then a game need not end. “{0}” and “{1}” play it so.',
                      back,
                      exact,
                    ),
                  ),
                  differs: true,
                },
                ...special(t('You may leave it out. The turn ends after it, and it earns nothing more.')),
              ],
            },
            {
              title: capital(words.mean),
              lines: [
                { text: t('Instead, an opposing pawn may go one row, forward or backward.'), source: 'option' as const },
                { text: t('Opposing pawns in their goal are locked.'), source: 'option' as const },
              ],
            },
          ]),
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
          ...plain(
            t('The game ends when all pawns have passed each other. Sharing a row is not having passed.'),
            t('Think of offside in football: no pawn has an opposing one ahead of it any more.'),
          ),
          ...special(first ? t('It ends at once, even in the middle of a turn.') : t('A turn that has begun is finished first.')),
          ...(first ? [] : [ours(t('Passed once is passed, even if the rest of the turn mixes the pawns again.'))]),
          ours(t('A player who has no move passes. If neither has one, the game ends.')),
        ],
      },
      {
        title: t('Winning'),
        lines: [
          edition === 'second'
            ? { text: t('Each pawn scores by its row. Whoever has more points wins.') }
            : {
                text: t('Each pawn scores by its row. Whoever has more points wins.'),
                other: t('The numbers of this sheet are in a picture that we do not have; those of the second edition fit its example.'),
              },
          edition === 'second'
            ? {
                text: behind,
                differs: true,
                other: t('The French sheet names the other half, and the Portuguese one has no minus points; all have the same example.'),
              }
            : { text: behind, differs: true },
          ...plain(t('The loser begins the next game.')),
          ours(t('Equal points are a draw; then whoever did not begin begins the next game.')),
          edition === 'second'
            ? { text: t('A match is the best of three or of five games.'), other: t('Only the Romanian sheet says so.') }
            : ours(
                t('A match is the best of three or of five games.'),
                t('It is printed on the Romanian sheet of the second edition alone.'),
              ),
        ],
      },
      ...(first
        ? []
        : [
            {
              title: t('Other readings'),
              lines: [
                ...ruleOptions()
                  .filter((option) => option.source === 'reading')
                  .map((option) => ({ text: t('{0}: {1}', option.title, option.difference), source: 'reading' as const })),
                ours(t('With the return, a position that comes up for the third time is a draw.')),
              ],
            },
          ]),
    ],
  };
}
