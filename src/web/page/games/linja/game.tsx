// SPDX-License-Identifier: MIT
//
// Linja, as the page knows it.

import type { LessonText } from '../../lesson';
import { spokenLanguage, t } from '../../text';
import type { GameModule } from '../game';
import { LinjaBoard } from './board';
import { linjaCard } from './card';
import { CHAPTERS, isChapter, linjaCourse, linjaLessons } from './lessons';
import { IfOver, parts, RowPoints } from './points';
import { ruleOptions, ruleSets } from './rules';
import { SheetWords } from './sheet-words';
import { EDITIONS, sheetWords, termNames } from './sheets';
import { choiceWords, endingWords, endWords, goalWords, line, turnWords } from './words';

/** What a chapter is about: an edition, an option, or how the bonus is read. */
function chapterTitle(chapter: string): string {
  if (chapter === 'readings') return t('Readings of the bonus');
  return [...ruleSets(), ...ruleOptions()].find(({ name }) => name === chapter || name === `+${chapter}`)?.title ?? chapter;
}

function sheetNames({ rules, terms = [] }: LessonText): string {
  const words = sheetWords(spokenLanguage(), rules.split('+')[0] ?? '');
  const names = termNames();
  const other = terms.filter((term) => words?.[term] && !words[term].toLowerCase().includes(names[term].toLowerCase()));
  return other.map((term) => `${names[term]} = ${words?.[term]}`).join(', ');
}

export const linja: GameModule = {
  title: 'Linja',
  colours: ['red', 'black'],

  Board: LinjaBoard,
  Choices: () => null,
  hasEnds: true,
  turned: null,
  handWords: null,

  endsByItself: true,
  exampleTurn: 'ab/df',
  turnWords,

  line,
  endWords,
  goalWords,
  choiceWords,
  endingWords,

  points: ({ state }, side) => state.points[side === 'a' ? 0 : 1],
  parts,
  Points: IfOver,
  EndPoints: RowPoints,

  ruleSets,
  ruleOptions,
  further: { address: '#box', label: () => t('Which box do you have?') },
  editions: [...EDITIONS].reverse(),
  card: linjaCard,
  BelowCard: SheetWords,
  cardLinks: (edition) => (isChapter(edition) ? [{ address: `#learn/linja/${edition}`, label: t('What is special') }] : []),

  pitch: () => t('Run your pawns through the other army. Whoever steps into a crowd runs far.'),
  lessons: (rules, chapter) => linjaLessons(chapter === 'zen' || chapter === 'second' ? chapter : (rules.split('+')[0] ?? '')),
  course: linjaCourse,
  chapters: CHAPTERS,
  chapterTitle,
  sheetNames,

  hasTable: true,
};
