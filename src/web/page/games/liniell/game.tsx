// SPDX-License-Identifier: MIT
//
// Liniell, as the page knows it.

import { t } from '../../text';
import type { GameModule } from '../game';
import { OWN } from '../names';
import { LiniellBoard, turnedPart } from './board';
import { liniellCard } from './card';
import { Choices, Routes } from './choices';
import { liniellLessons } from './lessons';
import { readScene } from './scene';
import { choiceWords, line, handWords, turnWords } from './words';

const ownTiles = { address: '#tiles', label: () => t('Enter your own tiles') };

export const liniell: GameModule = {
  title: 'Liniell',
  colours: ['yellow', 'green'],

  Board: LiniellBoard,
  Choices,
  hasEnds: false,
  turned: turnedPart,
  handWords,

  endsByItself: false,
  exampleTurn: 'd5e+N',
  turnWords,

  line,
  endWords: () => t('All tiles are laid.'),
  goalWords: () =>
    t(
      'Lay tiles and claim lines with your two markers: a line pays 1 point for each tile, 1 if it is enclosed, and 1 for each blue rhomb at its ends.',
    ),
  choiceWords,
  endingWords: () => t('End turn'),

  points: (table, side) =>
    readScene(table.described)
      .routes.filter((route) => route.owner === side)
      .reduce((sum, route) => sum + route.points, 0),
  parts: null,
  Points: Routes,
  EndPoints: Routes,

  ruleSets: () => [
    { name: 'standard', title: t('Standard'), difference: t('Sixteen tiles, a square of four by four.') },
    { name: OWN, title: t('Own tiles'), difference: '' },
  ],
  ruleOptions: () => [],
  further: ownTiles,
  editions: ['standard'],
  card: liniellCard,
  BelowCard: null,
  cardLinks: () => [{ address: ownTiles.address, label: ownTiles.label() }],

  pitch: () => t('Lay tiles, let lines grow, and claim the best of them with two markers.'),
  lessons: liniellLessons,
  course: () => liniellLessons().map((_, i) => i + 1),
  chapters: {},
  chapterTitle: (chapter) => chapter,
  sheetNames: () => '',

  hasTable: false,
};
