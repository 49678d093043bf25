// SPDX-License-Identifier: MIT
//
// Liniell in words: turns, routes, what is to be done and what can be.

import type { Did } from '../../answers';
import { colourName, type SideColours } from '../../colours';
import type { Table } from '../../table';
import { t, tn } from '../../text';
import type { Line } from '../game';
import { readHolders, readMove, readScene, ROTATIONS, turnedTile, type Group, type Route } from './scene';

export function sideWord(side: string): string {
  return side === 'N' ? t('north') : side === 'E' ? t('east') : side === 'S' ? t('south') : t('west');
}

/** A take-over sends a marker of the other side home. */
export function turnWords(did: readonly Did[], cost: boolean): string {
  if (did.length === 0) return t('the tile stays out');
  return did
    .flatMap(({ kind, turn }) => {
      const move = readMove(turn);
      if (!move) return [];
      if (kind === 'tile') return [t('tile on {0}', move.cell)];
      const from = move.from ? [t('taken from {0}', move.from)] : [];
      if (kind !== 'take-over') return [t('marker on the line to the {0}', sideWord(move.side)), ...from];
      const home = cost ? t('which costs you a marker') : t('which costs the other side a marker');
      return [t('takes over the line to the {0}', sideWord(move.side)), home];
    })
    .join(', ');
}

/** A piece of line on a tile: the sides that it joins, and its rhombs. */
export const groupWords = ({ sides, white, blue }: Group): string =>
  [[...sides].map(sideWord).join(' '), ...(white ? [t('white rhomb')] : []), ...(blue ? [t('blue rhomb')] : [])].join(' ');

/** The drawn tile in words, as it lies or so turned. */
export function handWords({ state, described, part }: Table, rotation: number): string {
  const { tiles } = readScene(described);
  const { drawn } = readHolders(state.position, tiles.size);
  const laid = readMove(part);
  const lines = turnedTile(tiles.get(drawn) ?? [], laid ? ROTATIONS.indexOf(laid.rotation) : rotation);
  return t('{0}: {1}', t('Tile {0}', drawn), lines.map(groupWords).join('; '));
}

export function routeWords(colours: SideColours, route: Route): string {
  const facts = [
    tn(route.tiles, '{0} tile', '{0} tiles'),
    route.enclosed ? t('enclosed') : t('open'),
    ...(route.blue > 0 ? [tn(route.blue, '{0} blue rhomb', '{0} blue rhombs')] : []),
  ];
  return t('{0}: {1}: {2}', colourName(colours[route.owner]), facts.join(', '), tn(route.points, '{0} point', '{0} points'));
}

export function line(table: Table): Line {
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

export function choiceWords({ steps }: Table): string {
  if (steps.longer.length === 0) return steps.whole ? t('The turn can end.') : t('Nothing can be moved.');
  const moves = steps.longer.map(readMove);
  if (steps.phase === 'tile') return t('Possible cells: {0}.', [...new Set(moves.map((move) => move?.cell ?? t('pass')))].join(', '));
  const lines = moves.map((move) => (move ? sideWord(move.side) + (move.from ? ' ' + t('from {0}', move.from) : '') : ''));
  return t('Lines for a marker: {0}.', lines.join(', ')) + (steps.whole ? ' ' + t('Or end the turn.') : '');
}
