// SPDX-License-Identifier: MIT
//
// What is said of any game: the state of the turn in one line, names, points and results, rule sets.

import type { GameName, Player, Side, State } from './answers';
import { colourName } from './colours';
import type { Line, RuleSet } from './games/game';
import { gameOf, turnWords } from './games/list';
import type { Seat } from './kept-games';
import type { Session } from './session';
import type { Table } from './table';
import { t, tn } from './text';

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
export const isYou = (table: Table, player: Player): boolean =>
  table.seats[player].kind === 'person' && table.seats[player === 0 ? 1 : 0].kind !== 'person';

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
  return t('{0}: {1}, {2}: {3}', seatTitle(table, state.first), state.points[0], seatTitle(table, playerOf(state, 'b')), state.points[1]);
}

/** Who is ahead, as if the game ended now. */
export function leadWords(table: Table): string {
  const { state } = table;
  const { points } = gameOf(state.game);
  const lead = points(table, 'a') - points(table, 'b');
  const by = Math.abs(lead);
  if (by === 0) return t('Nobody is ahead.');
  const leader = playerOf(state, lead > 0 ? 'a' : 'b');
  if (isYou(table, leader)) return tn(by, 'You lead by 1 point.', 'You lead by {0} points.');
  if (isYou(table, leader === 0 ? 1 : 0)) return tn(by, 'You are 1 point behind.', 'You are {0} points behind.');
  return tn(by, '{1} leads by 1 point.', '{1} leads by {0} points.', seatTitle(table, leader));
}

/** How a game was lost, if not on the board. */
function declaredWords(table: Table, loser: Player): string {
  const name = seatTitle(table, loser);
  if (table.state.declared === 'time') return isYou(table, loser) ? t('You ran out of time.') : t('{0} ran out of time.', name);
  if (table.state.declared === 'abandoned') return isYou(table, loser) ? t('You left the game.') : t('{0} left the game.', name);
  return isYou(table, loser) ? t('You resigned.') : t('{0} resigned.', name);
}

/** What made it end so, if not more points on the board: then these. */
function reasonWords(table: Table): string {
  const { state } = table;
  if (state.repetition) return t('The same position came up for the third time.');
  if (state.declared === 'agreed') return t('Both have agreed on it.');
  if (state.declared) return declaredWords(table, playerOf(state, state.leader > 0 ? 'b' : 'a'));
  const [most, fewest] = [Math.max(...state.points), Math.min(...state.points)];
  if (!state.ties || state.leader === 0 || most > fewest) return t('{0} to {1} points.', most, fewest);
  return t('Both reached {0} points; blue rhombs decide, {1} to {2}.', most, Math.max(...state.ties), Math.min(...state.ties));
}

function overLine(table: Table): Line {
  const { state } = table;
  const series = state.bestOf > 1 ? ' ' + t('Games: {0} to {1}.', state.wins[0], state.wins[1]) : '';
  return { title: winnerWords(table), detail: reasonWords(table) + series };
}

function winnerWords(table: Table): string {
  const { leader, repetition } = table.state;
  if (leader === 0) return repetition ? t('Drawn by repetition') : t('A draw');
  const winner = playerOf(table.state, leader > 0 ? 'a' : 'b');
  return isYou(table, winner) ? t('You won') : t('{0} won', seatTitle(table, winner));
}

/** How a game has ended, for the one who reads it: by how much, or why. */
export function resultWords(table: Table): string {
  const { state } = table;
  const winner = playerOf(state, state.leader > 0 ? 'a' : 'b');
  const lost = isYou(table, winner === 0 ? 1 : 0);
  const margin = state.declared ? 0 : Math.abs(state.points[0] - state.points[1]);
  if (state.leader === 0 || margin === 0) {
    const [title, why] = [state.leader !== 0 && lost ? t('You lost') : winnerWords(table), reasonWords(table)];
    return state.declared || state.repetition ? t('{0}: {1}', title, why) : `${title}. ${why}`;
  }
  if (lost) return tn(margin, 'You lost by 1 point.', 'You lost by {0} points.');
  if (isYou(table, winner)) return tn(margin, 'You won by 1 point.', 'You won by {0} points.');
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
  return isYou(table, first) ? t('Drawn by lot: you begin.') : t('Drawn by lot: {0} begins.', seatTitle(table, first));
}

/** The turn that led to the board shown, in a sentence; '' at the start. */
export function lastTurnWords(table: Table): string {
  const { state } = table;
  if (state.turns.length === 0) return '';
  const by: Side = state.side === 'a' ? 'b' : 'a';
  const mover = playerOf(state, by);
  return t('{0}: {1}', colourName(table.colours[by]), turnWords(state.game, state.did.at(-1), isYou(table, mover === 0 ? 1 : 0)));
}

export function statusLine(session: Session): Line {
  const table = session.table;
  if (!table) return { title: t('Setting the table…'), detail: '' };
  const { state } = table;
  if (session.drawingLot) return { title: lotWords(table), detail: '' };
  if (table.thinking) return { title: t('{0} is thinking…', seatTitle(table, state.player)), detail: '' };
  if (state.over) return overLine(table);
  const behind = table.ply < table.line.length;
  if (!behind && table.seats[state.player].kind === 'elsewhere')
    return { title: t('{0} to move.', seatTitle(table, state.player)), detail: '' };
  if (!session.open)
    return {
      title: t('Looking back: turn {0} of {1}', table.ply, table.line.length),
      detail: !session.closed && table.seats[state.player].kind === 'computer' ? t('The computer waits.') : '',
    };
  if (table.steps.longer[0] === '--') return { title: t('No move is possible'), detail: t('The turn passes to the other side.') };
  const line = gameOf(state.game).line(table);
  const people = table.seats[0].kind === 'person' && table.seats[1].kind === 'person';
  const [name, colour] = [seatTitle(table, state.player), colourName(table.colours[state.side])];
  const who = people ? t('{0} to move.', name === colour ? name : `${name} (${colour})`) + ' ' : '';
  const past = behind && !table.part ? t('Turn {0} of {1}; a new turn replaces the later ones.', table.ply, table.line.length) + ' ' : '';
  return { title: line.title, detail: who + past + line.detail };
}
