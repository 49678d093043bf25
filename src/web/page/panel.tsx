// SPDX-License-Identifier: MIT
//
// The cards beside the board: the state of the turn, the players with points and clocks, and the list of turns.

import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Player } from './answers';
import { clockText, type Clocks } from './clocks';
import { colourName } from './colours';
import { lessonAddress } from './learn-address';
import { gameOf, turnWords } from './games/list';
import { Heard } from './heard';
import type { Session } from './session';
import type { Table } from './table';
import { decimal, t } from './text';
import { lastTurnWords, leadWords, lotWords, rulesTitle, seatTitle, sideOf, statusLine } from './words';

/** `line`: what is told of the place under the pointer, instead of the help; the last turn is always told. */
export function StatusCard({ session, line, onReplay }: { session: Session; line: string | null; onReplay: () => void }): JSX.Element {
  const { title, detail } = statusLine(session);
  const last = session.table && !session.table.thinking && !session.table.part ? lastTurnWords(session.table) : '';
  return (
    <section class="card status" aria-label={t('State of the turn')}>
      <h1 class={session.table?.thinking ? 'thinking' : session.drawingLot ? 'drawn' : ''}>{title}</h1>
      <p>
        <Heard text={line ?? (detail || '\u00a0')} />
      </p>
      {last && (
        <button type="button" class="last-turn" title={t('Show it again')} onClick={onReplay}>
          {last}
        </button>
      )}
    </section>
  );
}

/** What a browser takes away from a page that did not come over a safe line. */
export const PlainAddress = (): JSX.Element | null =>
  isSecureContext ? null : (
    <p class="small plain">
      {t(
        'This address begins with http: here the page works only while its server runs. It cannot be installed, notify you of your turn, keep a solved game or share in the device’s own way, and the browser may forget your games.',
      )}
    </p>
  );

/** So long the lot can be seen, in steps of the computer. */
const LOT_STEPS = 4;

/** The lot that says who begins, over the board: both players hop, and one is chosen (cards.css). It blocks nothing, and a turn ends it. */
export function Lot({ session, table, say }: { session: Session; table: Table; say: (text: string) => void }): JSX.Element {
  useEffect(() => {
    say(lotWords(table));
    const timer = setTimeout(() => session.endLot(), LOT_STEPS * session.stepPause);
    return () => clearTimeout(timer);
  }, []);
  const { state, colours, firstColour } = table;
  const players: Player[] = firstColour === 0 ? [0, 1] : [1, 0];
  return (
    <div class="card lot" aria-hidden="true">
      {players.map((player) => (
        <span key={player} class={player === state.first ? 'begins' : ''}>
          <span class={`badge badge-${colours[sideOf(state, player)]}`} /> {seatTitle(table, player)}
        </span>
      ))}
    </div>
  );
}

/** Drawn again when it shows another second; nothing around it is. */
function Clock({ clocks, player }: { clocks: Clocks; player: Player }): JSX.Element | null {
  const seconds = useComputed(() => {
    const left = clocks.shown.value?.[player];
    return left === undefined ? null : Math.ceil(left / 1000);
  }).value;
  if (seconds === null) return null;
  return (
    <span class={seconds < 30 ? 'clock low' : 'clock'} role="timer">
      {clockText(seconds * 1000)}
    </span>
  );
}

interface Score {
  table: Table;
  clocks: Clocks;
  /** Whether a player elsewhere is there, in a word. */
  presence?: (player: Player) => string;
}

export function ScoreCard({ table, clocks, presence }: Score): JSX.Element {
  const { state } = table;
  const { points, parts, Points } = gameOf(state.game);
  const row = (player: Player): JSX.Element => {
    const side = sideOf(state, player);
    const cost = parts?.(table, side);
    const moving = !state.over && state.player === player;
    return (
      <li class={moving ? 'moving' : ''}>
        <span class={`badge badge-${table.colours[side]}`} aria-hidden="true" />
        <span class="who">
          {seatTitle(table, player)}
          <span class="small"> {colourName(table.colours[side])}</span>
          {presence?.(player) && <span class="tag"> {presence(player)}</span>}
        </span>
        <Clock clocks={clocks} player={player} />
        {cost !== undefined && cost.lost < 0 && (
          <span class="parts small" aria-hidden="true">
            {`${cost.gained} − ${-cost.lost}`}
          </span>
        )}
        <span class="points">
          <Heard text={decimal(points(table, side), 0)} />
        </span>
      </li>
    );
  };
  return (
    <section class="card score" aria-label={t('Points')}>
      <ul>
        {row(0)}
        {row(1)}
      </ul>
      {!state.over && <p class="lead small">{leadWords(table)}</p>}
      <div class="facts">
        {!state.over && <Points table={table} />}
        <p class="small">
          {rulesTitle(state.game, state.rules)}
          {state.bestOf > 1 && ` · ${t('best of {0}, games {1} to {2}', state.bestOf, state.wins[0], state.wins[1])}`}
        </p>
      </div>
    </section>
  );
}

export function MoveList({ table, onGoTo }: { table: Table; onGoTo: (ply: number) => void }): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const here = box?.querySelector<HTMLElement>('[aria-current]');
    if (box && here) box.scrollTop = here.offsetTop - box.clientHeight / 2;
  }, [table.ply, table.line.length]);
  const pairs = Array.from({ length: Math.ceil(table.line.length / 2) }, (_, i) => i);
  const turn = (ply: number): JSX.Element | null => {
    const text = table.line[ply];
    if (text === undefined) return null;
    return (
      <button
        type="button"
        class={ply >= table.ply ? 'later' : ''}
        aria-current={ply === table.ply - 1 ? 'step' : undefined}
        title={turnWords(table.state.game, table.end.did[ply])}
        onClick={() => onGoTo(ply + 1)}
      >
        {text}
      </button>
    );
  };
  return (
    <section class="card moves" aria-label={t('Turns')}>
      {table.byLot && <p class="small">{lotWords(table)}</p>}
      {pairs.length === 0 ? (
        <p class="small">
          {t('No turns yet.')} <a href={lessonAddress(table.state.game, 1)}>{t('Learn {0}', gameOf(table.state.game).title)}</a>
        </p>
      ) : (
        <ol ref={list} tabIndex={0} aria-label={t('Turns')}>
          {pairs.map((i) => (
            <li key={i}>
              <span class="number" aria-hidden="true">
                {i + 1}
              </span>
              {turn(2 * i)}
              {turn(2 * i + 1)}
            </li>
          ))}
        </ol>
      )}
      {table.line.length > 0 && (
        <div class="travel">
          <button type="button" aria-label={t('To the start')} disabled={table.ply === 0} onClick={() => onGoTo(0)}>
            «
          </button>
          <button type="button" aria-label={t('One turn back')} disabled={table.ply === 0} onClick={() => onGoTo(table.ply - 1)}>
            ‹
          </button>
          <button
            type="button"
            aria-label={t('One turn on')}
            disabled={table.ply === table.line.length}
            onClick={() => onGoTo(table.ply + 1)}
          >
            ›
          </button>
          <button
            type="button"
            aria-label={t('To the end')}
            disabled={table.ply === table.line.length}
            onClick={() => onGoTo(table.line.length)}
          >
            »
          </button>
        </div>
      )}
    </section>
  );
}
