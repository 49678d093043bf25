// SPDX-License-Identifier: MIT
//
// What a game is to the page: its board, its words, its rules as they are offered, and how it is taught. The rest of
// the page asks here and compares no names (ESLint sees to that); what is legal and what it is worth is asked of C.

import type { FunctionComponent, JSX } from 'preact';
import type { Did, Side } from '../answers';
import type { Card } from '../card';
import type { Colour } from '../colours';
import type { LessonText } from '../lesson';
import type { Source } from '../source';
import type { Table } from '../table';

/** The state of a turn, said in a line and explained in another. */
export interface Line {
  title: string;
  detail: string;
}

export interface RuleSet {
  name: string;
  title: string;
  /** How it differs, in a line. */
  difference: string;
  /** Of an option: where it comes from. */
  source?: Source;
}

/** The board and what makes a turn on it. */
export interface BoardProps {
  table: Table;
  open: boolean;
  flipped: boolean;
  /** A turn to point at; '' for none. */
  hint?: string;
  /** How far the piece in hand is turned, in quarters, in a game in which it can be. */
  rotation: number;
  onRotate: (quarters: number) => void;
  /** Makes the board show this half-made turn. */
  onPart: (part: string) => void;
  onBack: () => void;
  /** Goes to the choices beside the board. */
  onChoices: () => void;
  /** Tells of what lies under the pointer; null: nothing. */
  onLine: (words: string | null) => void;
  say: (text: string) => void;
  /** How often the last turn was to be shown again. */
  replays?: number;
}

export interface ChoicesProps {
  table: Table;
  open: boolean;
  /** What is in hand is shown also while nobody may move. */
  idle: boolean;
  rotation: number;
  onPart: (part: string) => void;
  onRotate: () => void;
}

export interface GameModule {
  /** Its name as on the box, in every language. */
  title: string;
  /** The two colours in its box. */
  colours: readonly [Colour, Colour];

  // --- the board
  Board: FunctionComponent<BoardProps>;
  /** What is chosen beside the board, and what is in hand. */
  Choices: FunctionComponent<ChoicesProps>;
  /** Each side has its own end of the board: who plays B looks from there. */
  hasEnds: boolean;
  /** What follows when the piece in hand is turned; null: nothing is ever turned. */
  turned: ((table: Table, rotation: number, quarters: number) => { rotation: number; part: string }) | null;
  /** The piece in hand in words, so turned; null: there never is one. */
  handWords: ((table: Table, rotation: number) => string) | null;

  // --- turns
  /** A turn is made with the last step that can follow; otherwise the player says when it is. */
  endsByItself: boolean;
  /** Shows how a turn is typed. */
  exampleTurn: string;
  /** What a turn does, step by step, as C has told the steps; `cost`: to the one who reads it. */
  turnWords: (did: readonly Did[], cost: boolean) => string;
  /** What is to be done now. */
  line: (table: Table) => Line;
  /** Why the game is over on the board. */
  endWords: (table: Table) => string;
  /** What one wants, and what pays, for somebody who has never played it. */
  goalWords: (table: Table, side: Side) => string;
  /** What can be done now, for those who cannot see the marks. */
  choiceWords: (table: Table) => string;
  /** What the button says that ends a turn which could go on. */
  endingWords: (table: Table) => string;

  // --- points
  /** As the board shown has them, also in the middle of a turn. */
  points: (table: Table, side: Side) => number;
  /** What was won and what it cost, where that is not the same. */
  parts: ((table: Table, side: Side) => { gained: number; lost: number }) | null;
  /** Where they come from. */
  Points: (props: { table: Table }) => JSX.Element | null;
  /** The same of a game that is over. */
  EndPoints: (props: { table: Table }) => JSX.Element | null;

  // --- rules
  ruleSets: () => RuleSet[];
  ruleOptions: () => RuleSet[];
  /** More about the choice of rules. */
  further: { address: string; label: () => string };
  /** Those that have a rule card of their own; one card is enough for a game of one edition. */
  editions: readonly string[];
  card: (edition: string) => Card;
  /** What belongs below a card, and its buttons. */
  BelowCard: FunctionComponent<{ edition: string }> | null;
  cardLinks: (edition: string) => { address: string; label: string }[];

  // --- learning
  /** The game in a sentence. */
  pitch: () => string;
  /** All lessons as they are played by these rules; their numbers count from 1. */
  lessons: (rules: string, chapter: string) => LessonText[];
  /** The numbers of the lessons for whoever is about to play by these rules. */
  course: (rules: string) => number[];
  /** What is special about an edition or option: the numbers of its lessons. */
  chapters: Readonly<Record<string, readonly number[]>>;
  chapterTitle: (chapter: string) => string;
  /** What the rule sheet calls what a lesson is about, where that is another word; '' for nothing. */
  sheetNames: (lesson: LessonText) => string;

  // --- thinking
  /** A server may have a table of its exact values. */
  hasTable: boolean;
}
