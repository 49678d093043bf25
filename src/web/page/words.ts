// SPDX-License-Identifier: MIT
//
// What is said of any game: the state of the turn in one line, names, points and results, rule sets.

import type { GameName, Player, Side, State } from './answers';
import { colourName } from './colours';
import type { Line, RuleSet } from './games/game';
import { gameOf } from './games/list';
import type { Seat } from './kept-games';
import type { Session } from './session';
import type { Table } from './table';
import { spokenNumber, t, tn } from './text';

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

/** What to call an edition, or an option, that the rules code lists. */
const named = (sets: RuleSet[], name: string): RuleSet => sets.find((set) => set.name === name) ?? { name, title: name, difference: '' };
export const ruleSet = (game: GameName, name: string): RuleSet => named(gameOf(game).ruleSets(), name);
export const ruleOption = (game: GameName, name: string): RuleSet => named(gameOf(game).ruleOptions(), `+${name}`);

export function rulesTitle(game: GameName, rules: string): string {
  const { ruleSets, ruleOptions } = gameOf(game);
  const edition = ruleSets().find((set) => set.name === rules.split('+')[0]);
  const options = ruleOptions()
    .filter((option) => rules.includes(option.name))
    .map((option) => option.title);
  return [edition?.title ?? rules, ...options].join(', ');
}

// --- the state of the turn ------------------------------------------------------------------------

export function scoreWords(table: Table): string {
  const { state } = table;
  return t(
    '{0}: {1}, {2}: {3}',
    seatTitle(table, state.first),
    spokenNumber(state.points[0]),
    seatTitle(table, playerOf(state, 'b')),
    spokenNumber(state.points[1]),
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

/** By how much it was won; '' if the points do not tell. */
export function marginWords(table: Table): string {
  const { state } = table;
  const margin = Math.abs(state.points[0] - state.points[1]);
  if (state.declared || state.repetition || state.leader === 0 || margin === 0) return '';
  const winner = playerOf(state, state.leader > 0 ? 'a' : 'b');
  if (isYou(table, winner)) return tn(margin, 'You won by 1 point.', 'You won by {0} points.');
  const loser = winner === 0 ? 1 : 0;
  if (isYou(table, loser)) return tn(margin, 'You lost by 1 point.', 'You lost by {0} points.');
  return tn(margin, '{1} won by 1 point.', '{1} won by {0} points.', seatTitle(table, winner));
}

/** Whether the one person at the table, or one of the two, has won. */
export const isJoy = (table: Table): boolean =>
  table.state.over && table.state.leader !== 0 && table.seats[playerOf(table.state, table.state.leader > 0 ? 'a' : 'b')].kind === 'person';

/** The level of the computer that was beaten; null: none was. */
export function wonLevel(table: Table): number | null {
  if (!isJoy(table)) return null;
  const rival = table.seats.find((seat) => seat.kind === 'computer');
  return rival?.level ?? null;
}

/** What the lot has said. */
export function lotWords(table: Table): string {
  const { first } = table.state;
  const me = table.seats[first].kind === 'person' && table.seats[first === 0 ? 1 : 0].kind === 'computer';
  return me ? t('Drawn by lot: you begin.') : t('Drawn by lot: {0} begins.', seatTitle(table, first));
}

/** The turn that led to the board shown, in a sentence; '' at the start. */
export function lastTurnWords(table: Table): string {
  const { state } = table;
  if (state.turns.length === 0) return '';
  const by: Side = state.side === 'a' ? 'b' : 'a';
  const mover = playerOf(state, by);
  return t(
    '{0}: {1}',
    colourName(table.colours[by]),
    gameOf(state.game).didWords({ ...table, lastBy: by }, isYou(table, mover === 0 ? 1 : 0)),
  );
}

export function statusLine(session: Session): Line {
  const table = session.table;
  if (!table) return { title: t('Setting the table…'), detail: '' };
  const { state } = table;
  if (session.drawingLot) return { title: lotWords(table), detail: '' };
  if (table.thinking) return { title: t('{0} is thinking…', seatTitle(table, state.player)), detail: '' };
  if (state.over) return overLine(table);
  const behind = table.ply < table.line.length;
  if (!session.open)
    return {
      title: t('Looking back: turn {0} of {1}', table.ply, table.line.length),
      detail: session.closed ? '' : t('The computer waits.'),
    };
  if (table.steps.longer[0] === '--') return { title: t('No move is possible'), detail: t('The turn passes to the other side.') };
  const line = gameOf(state.game).line(table);
  const people = table.seats[0].kind === 'person' && table.seats[1].kind === 'person';
  const [name, colour] = [seatTitle(table, state.player), colourName(table.colours[state.side])];
  const who = people ? t('{0} to move.', name === colour ? name : `${name} (${colour})`) + ' ' : '';
  const past = behind && !table.part ? t('Turn {0} of {1}; a new turn replaces the later ones.', table.ply, table.line.length) + ' ' : '';
  return { title: line.title, detail: who + past + line.detail };
}
