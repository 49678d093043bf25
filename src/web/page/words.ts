// SPDX-License-Identifier: MIT
//
// The game in words: the state of the turn in one line, turns as they are read out, rule sets and
// names. The moves have the names of the rule sheets.

import type { GameName, Player, Side, State } from './answers';
import { colourName, type SideColours } from './colours';
import type { Seat } from './games';
import { OWN } from './keep';
import type { Chapter } from './lessons/linja';
import { lastStep, ROWS, rowName } from './linja';
import { readHolders, readMove, readScene, type Route } from './liniell';
import type { Session } from './session';
import type { Source } from './source';
import type { Table } from './table';
import { decimal, t, tn } from './text';

export interface Line {
  title: string;
  detail: string;
}

/** A row's letter in a sentence: a capital in languages in which a small one is a word. */
export const rowWord = (row: number): string => t('a b c d e f g h').split(' ')[row] ?? rowName(row);

export function sideOf(state: State, player: Player): Side {
  return state.first === player ? 'a' : 'b';
}

export function playerOf(state: State, side: Side): Player {
  return side === 'a' ? state.first : state.first === 0 ? 1 : 0;
}

export function levelName(level: number): string {
  return t('Computer (level {0})', level);
}

/** Whether this is the one person at the table, who is spoken to. */
const isYou = (table: Table, player: Player): boolean =>
  table.seats[player].kind === 'person' && table.seats[player === 0 ? 1 : 0].kind === 'computer';

/** A name to stand alone: no sentence has room for "You". */
export function seatTitle(table: Table, player: Player): string {
  const seat: Seat = table.seats[player];
  if (seat.kind === 'computer') return levelName(seat.level);
  if (isYou(table, player)) return t('You');
  const name = table.state.names[player];
  if (name === 'Player 1') return t('Player 1');
  if (name === 'Player 2') return t('Player 2');
  return name === '?' || name === 'You' ? colourName(table.colours[sideOf(table.state, player)]) : name;
}

// --- rule sets ------------------------------------------------------------------------------------

export interface RuleSet {
  name: string;
  title: string;
  /** How it differs, in a line. */
  difference: string;
  /** Of an option: where it comes from. */
  source?: Source;
}

export function ruleSets(game: GameName): RuleSet[] {
  if (game === 'liniell') {
    return [
      { name: 'standard', title: t('Standard'), difference: t('Sixteen tiles, a square of four by four.') },
      { name: OWN, title: t('Own tiles'), difference: '' },
    ];
  }
  return [
    {
      name: 'zen',
      title: t('Zen edition'),
      difference: t('The follow-up is optional; an exact arrival earns a bonus; pawns left in their own half cost 1 point each.'),
    },
    {
      name: 'second',
      title: t('Second edition'),
      difference: t(
        'The follow-up is optional; an exact arrival earns a bonus; pawns left in their own half cost the points of their row.',
      ),
    },
    {
      name: '2003',
      title: t('First edition, 2003'),
      difference: t('No bonus; a follow-up onto an empty row gives an extra turn; the game ends at once.'),
    },
  ];
}

export const ruleOptions = (): RuleSet[] => [
  { name: '+mean', title: t('Mean bonus'), difference: t('The bonus may also move an opposing pawn one row.'), source: 'option' },
  {
    name: '+return',
    title: t('Return'),
    difference: t('The bonus may take one of your own pawns back out of the goal.'),
    source: 'reading',
  },
  {
    name: '+exact',
    title: t('Exact follow-up'),
    difference: t('Only an exact follow-up earns the bonus, which may also take one of your own pawns back out of the goal.'),
    source: 'reading',
  },
];

/** What a chapter of Linja's lessons is about: an edition, an option, or how the bonus is read. */
export const chapterTitle = (chapter: Chapter): string =>
  chapter === 'readings' ? t('Readings of the bonus') : chapter === 'mean' ? ruleOption('mean').title : ruleSet(chapter).title;

/** What to call an edition, or an option, that the rules code lists. */
const named = (sets: RuleSet[], name: string): RuleSet => sets.find((set) => set.name === name) ?? { name, title: name, difference: '' };
export const ruleSet = (name: string): RuleSet => named([...ruleSets('linja'), ...ruleSets('liniell')], name);
export const ruleOption = (name: string): RuleSet => named(ruleOptions(), `+${name}`);

export function rulesTitle(game: GameName, rules: string): string {
  const edition = ruleSets(game).find((set) => set.name === rules.split('+')[0]);
  const options = ruleOptions()
    .filter((option) => rules.includes(option.name))
    .map((option) => option.title);
  return [edition?.title ?? rules, ...options].join(', ');
}

// --- turns ----------------------------------------------------------------------------------------

function linjaTurnWords(turn: string): string {
  if (turn === '--') return t('pass');
  let phase = 0;
  let extra = false;
  return turn
    .split(/(?=[/+])/)
    .map((piece, index) => {
      if (piece.startsWith('+')) {
        phase = 0;
        extra = true;
      } else if (index > 0) phase++;
      const plain = piece.replace(/^[/+]/, '');
      const step = lastStep(plain, 'a');
      const rows = [step ? rowWord(step.from) : '', step ? rowWord(step.to) : ''] as const;
      if (plain.startsWith('!')) return t('bonus with an opposing pawn {0} to {1}', ...rows);
      if (phase === 0 && extra) return t('extra turn, opening move {0} to {1}', ...rows);
      if (phase === 0) return t('opening move {0} to {1}', ...rows);
      // After an opening into the goal the second step of the later editions is the bonus.
      const first = lastStep(turn.split(/[/+]/)[0] ?? '', 'a');
      const intoGoal = phase === 1 && !turn.includes('+') && first !== null && (first.to === 0 || first.to === ROWS - 1);
      const back = step !== null && first !== null && Math.sign(step.to - step.from) !== Math.sign(first.to - first.from);
      if (phase === 2 || back || intoGoal) return t('bonus {0} to {1}', ...rows);
      return t('follow-up {0} to {1}', ...rows);
    })
    .join(', ');
}

export function sideWord(side: string): string {
  return side === 'N' ? t('north') : side === 'E' ? t('east') : side === 'S' ? t('south') : t('west');
}

function liniellTurnWords(turn: string): string {
  const move = readMove(turn);
  if (!move) return t('the tile stays out');
  const laid = t('tile on {0}', move.cell);
  if (!move.side) return laid;
  const marked = t('marker on the line to the {0}', sideWord(move.side));
  return [laid, marked, ...(move.from ? [t('taken from {0}', move.from)] : [])].join(', ');
}

export function turnWords(game: GameName, turn: string): string {
  return game === 'linja' ? linjaTurnWords(turn) : liniellTurnWords(turn);
}

export function routeWords(colours: SideColours, route: Route): string {
  const facts = [
    tn(route.tiles, '{0} tile', '{0} tiles'),
    route.enclosed ? t('enclosed') : t('open'),
    ...(route.blue > 0 ? [tn(route.blue, '{0} blue rhomb', '{0} blue rhombs')] : []),
  ];
  return t('{0}: {1}: {2}', colourName(colours[route.owner]), facts.join(', '), tn(route.points, '{0} point', '{0} points'));
}

// --- the state of the turn ------------------------------------------------------------------------

export function scoreWords(table: Table): string {
  const { state } = table;
  return t(
    '{0}: {1}, {2}: {3}',
    seatTitle(table, state.first),
    decimal(state.points[0], 0),
    seatTitle(table, playerOf(state, 'b')),
    decimal(state.points[1], 0),
  );
}

/** How a game was lost, if not on the board. */
function declaredWords(table: Table, loser: Player): string {
  const name = seatTitle(table, loser);
  if (table.state.declared === 'time') return isYou(table, loser) ? t('You ran out of time.') : t('{0} ran out of time.', name);
  return isYou(table, loser) ? t('You resigned.') : t('{0} resigned.', name);
}

function overLine(table: Table): Line {
  const { state } = table;
  const points = t('{0} to {1} points.', Math.max(...state.points), Math.min(...state.points));
  const series = state.bestOf > 1 ? ' ' + t('Games: {0} to {1}.', state.wins[0], state.wins[1]) : '';
  if (state.repetition) return { title: t('Drawn by repetition'), detail: t('The same position came up for the third time.') + series };
  if (state.leader === 0) return { title: t('A draw'), detail: points + series };
  const winner = playerOf(state, state.leader > 0 ? 'a' : 'b');
  const loser = winner === 0 ? 1 : 0;
  const title = isYou(table, winner) ? t('You win') : t('{0} wins', seatTitle(table, winner));
  if (state.declared) return { title, detail: declaredWords(table, loser) + series };
  if (state.ties && state.points[0] === state.points[1]) {
    const [more, fewer] = [Math.max(...state.ties), Math.min(...state.ties)];
    return { title, detail: t('Both reached {0} points; blue rhombs decide, {1} to {2}.', state.points[0], more, fewer) + series };
  }
  return { title, detail: points + series };
}

function linjaLine(table: Table): Line {
  const { steps, part } = table;
  const decline = steps.whole ? ' ' + t('Or end the turn here.') : '';
  if (steps.phase === 'opening')
    return { title: t('Opening move: 1 row forward'), detail: t('Choose a pawn. The pawns it meets give the length of the follow-up.') };
  if (steps.phase === 'extra opening')
    return { title: t('Extra turn, opening move: 1 row forward'), detail: t('The follow-up reached an empty row. Choose a pawn.') };
  if (steps.phase === 'follow-up') {
    const entered = lastStep(part, table.state.side);
    const row = entered ? rowWord(entered.to) : '';
    const goal = entered !== null && (entered.to === 0 || entered.to === ROWS - 1);
    return {
      title: tn(steps.reach, 'Follow-up: 1 row with any pawn', 'Follow-up: {0} rows with any pawn'),
      detail:
        (goal
          ? t('The opening move reached the goal.')
          : tn(steps.reach, 'You entered row {1}, where 1 pawn stood.', 'You entered row {1}, where {0} pawns stood.', row)) + decline,
    };
  }
  if (steps.phase === 'bonus') {
    const more = ruleOptions()
      .filter((option) => table.state.rules.includes(option.name))
      .map((option) => ' ' + option.difference);
    return { title: t('Bonus: 1 row, forward or backward'), detail: t('Your pawn reached the goal exactly.') + more.join('') + decline };
  }
  return { title: t('End of the turn'), detail: t('Nothing more can be moved.') };
}

function liniellLine(table: Table): Line {
  const { steps, part, state } = table;
  const move = readMove(part);
  if (steps.phase === 'tile' || !move)
    return { title: t('Lay the tile on a marked cell'), detail: t('Turn it with the button, R or the wheel, also after it is laid.') };
  const scene = readScene(table.described);
  const mine = scene.routes.filter((route) => route.owner === state.side).reduce((sum, route) => sum + route.points, 0);
  if (steps.phase === 'take-over')
    return {
      title: t('Take-over: touch the joined line'),
      detail: t(
        'This tile joins a line of yours with one of the other side. Both markers there go home, and your other marker takes the whole line.',
      ),
    };
  if (steps.phase === 'marker') {
    const free = readHolders(table.shown, 16).markers[state.side].length < 2;
    return {
      title: t('Marker: touch a free line'),
      detail:
        (free ? t('A marker of yours is in the supply.') : t('Both your markers are on lines: one of them would move.')) +
        ' ' +
        t('Or end the turn without one.'),
    };
  }
  if (!move.side) return { title: t('Ready: end the turn'), detail: t('No line on this tile is free for a marker.') };
  const others = table.instead.length > 1 ? ' ' + t('You may still choose another line.') : '';
  return { title: t('Ready: end the turn'), detail: t('Your lines would score {0} now.', mine) + others };
}

/** What the lot has said. */
export function lotWords(table: Table): string {
  const { first } = table.state;
  const me = table.seats[first].kind === 'person' && table.seats[first === 0 ? 1 : 0].kind === 'computer';
  return me ? t('Drawn by lot: you begin.') : t('Drawn by lot: {0} begins.', seatTitle(table, first));
}

export function statusLine(session: Session): Line {
  const table = session.table;
  if (!table) return { title: t('Setting the table…'), detail: '' };
  const { state } = table;
  if (session.drawingLot) return { title: lotWords(table), detail: '' };
  if (table.thinking) return { title: t('{0} is thinking…', seatTitle(table, state.player)), detail: '' };
  if (session.elsewhere) return { title: t('This game goes on in another window'), detail: '' };
  if (state.over) return overLine(table);
  const behind = table.ply < table.line.length;
  if (!session.open)
    return {
      title: t('Looking back: turn {0} of {1}', table.ply, table.line.length),
      detail: session.closed ? '' : t('The computer waits.'),
    };
  if (table.steps.longer[0] === '--') return { title: t('No move is possible'), detail: t('The turn passes to the other side.') };
  const line = state.game === 'linja' ? linjaLine(table) : liniellLine(table);
  const people = table.seats[0].kind === 'person' && table.seats[1].kind === 'person';
  const [name, colour] = [seatTitle(table, state.player), colourName(table.colours[state.side])];
  const who = people ? t('{0} to move.', name === colour ? name : `${name} (${colour})`) + ' ' : '';
  const past = behind && !table.part ? t('Turn {0} of {1}; a new turn replaces the later ones.', table.ply, table.line.length) + ' ' : '';
  return { title: line.title, detail: who + past + line.detail };
}

/** What can be done now, for those who cannot see the marks. */
export function choiceWords(table: Table): string {
  const { steps, state } = table;
  if (steps.longer.length === 0) return steps.whole ? t('The turn can end.') : t('Nothing can be moved.');
  if (state.game === 'linja') {
    const moves = steps.longer.map((text) => {
      const step = lastStep(text, state.side);
      if (!step) return t('pass');
      const way = t('{0} to {1}', rowWord(step.from), rowWord(step.to));
      return step.side === state.side ? way : t('{0}: {1}', colourName(table.colours[step.side]), way);
    });
    return t('Possible: {0}.', moves.join(', ')) + (steps.whole ? ' ' + t('Or end the turn.') : '');
  }
  const moves = steps.longer.map(readMove);
  if (steps.phase === 'tile') return t('Possible cells: {0}.', [...new Set(moves.map((move) => move?.cell ?? t('pass')))].join(', '));
  const lines = moves.map((move) => (move ? sideWord(move.side) + (move.from ? ' ' + t('from {0}', move.from) : '') : ''));
  return t('Lines for a marker: {0}.', lines.join(', ')) + (steps.whole ? ' ' + t('Or end the turn.') : '');
}
