// SPDX-License-Identifier: MIT
//
// What is said of games elsewhere: clocks, phrases, how a game stands.

import type { Player } from '../answers';
import { gameOf } from '../games/list';
import { OWN } from '../games/names';
import { t, tn } from '../text';
import { rulesTitle } from '../words';
import type { Phrase, TimeControl, View } from './protocol';
import { isTheirTurn, type Seat } from './seats';
import { Turned, Unreachable } from './server';

export function controlWords(control: TimeControl | null): string {
  if (!control) return t('No clock');
  if ('days' in control) return tn(control.days, '1 day for each turn', '{0} days for each turn');
  const minutes = tn(Math.round(control.initial / 60), '1 minute for each side', '{0} minutes for each side');
  return control.increment > 0
    ? `${minutes}, ${tn(control.increment, '1 second more for each turn', '{0} seconds more for each turn')}`
    : minutes;
}

export const phraseWords = (): Record<Phrase, string> => ({
  hello: t('Hello!'),
  'good-luck': t('Good luck!'),
  'well-played': t('Well played!'),
  thanks: t('Thank you!'),
  oops: t('Oops!'),
  'one-moment': t('One moment, please.'),
  sorry: t('Sorry!'),
  goodbye: t('Goodbye!'),
});

/** A name that nobody has given is one in the language of the reader. */
export function nameOf(view: View, player: Player): string {
  const name = view.names[player];
  if (name === null || name === 'Player 2') return t('Player 2');
  return name === 'Player 1' ? t('Player 1') : name;
}

export const titleOf = (view: View): string =>
  [gameOf(view.game).title, rulesTitle(view.game, view.tiles === null ? view.rules : OWN)].join(', ');

/** How a game stands, to the one who sits there. */
export function standing(seat: Seat): string {
  const { view, player } = seat;
  const other: Player = player === 0 ? 1 : 0;
  const series = view.bestOf > 1 ? ' ' + t('Games: {0} to {1}.', view.score[player], view.score[other]) : '';
  if (seat.gone) return t('There is no such game any more.');
  if (seat.moved) return t('This seat is on another device now.');
  if (view.status === 'open') return t('Waits for somebody to join');
  if (view.status === 'starting') return player === 0 ? t('About to begin') : t('Waiting for {0}', nameOf(view, 0));
  if (view.status === 'playing') return (isTheirTurn(seat) ? t('Your turn') : t('{0} to move.', nameOf(view, other))) + series;
  if (view.result === null) return t('Withdrawn');
  if (view.result === '1/2-1/2') return t('A draw') + series;
  const winner: Player = (view.result === '1-0') === (view.first === 0) ? 0 : 1;
  return (winner === player ? t('You won') : t('{0} won', nameOf(view, winner))) + series;
}

/** Why the server does not do what was asked; of a turn it is the rules that say it, as the engine does ('illegal'). */
export function whyWords(why: string, detail: string): string {
  if (why === 'not-now' || why === 'not-your-turn' || why === 'stale') return t('That is not possible now.');
  if (why === 'too-fast') return t('That was too much at once. Please wait a little.');
  if (why === 'over') return t('The game is over.');
  if (why === 'bad-request') return t('The server does not understand this.');
  return why === 'no-seat' ? t('This seat is on another device now.') : detail;
}

/** What a server answers is in English. */
function statusWords({ status, message }: Turned): string {
  if (status === 429) return t('That was too much at once. Please wait a little.');
  if (status === 404) return t('There is no such game any more.');
  if (status === 401 || status === 403) return t('This seat is on another device now.');
  if (status === 409) return t('That is not possible now.');
  return status === 400 ? t('The server does not understand this.') : t('It has failed: {0}', message);
}

/** What went wrong between the page and its server. */
export function troubleWords(error: unknown): string {
  if (error instanceof Unreachable) return t('The server cannot be reached.');
  if (error instanceof Turned) return statusWords(error);
  return error instanceof Error ? error.message : String(error);
}
