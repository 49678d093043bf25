// SPDX-License-Identifier: MIT
//
// The cards beside the board: the state of the turn, the players with points and clocks, the
// choice of a marker, and the list of turns.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Player, Side } from './answers';
import { clockText } from './clocks';
import { colourName } from './colours';
import { lessonAddress } from './learn-address';
import { firstAlike, readHolders, readMove, readScene, ROTATIONS, turnedTile } from './liniell';
import type { Session } from './session';
import type { Table } from './table';
import { t, tn } from './text';
import { Tile } from './tile';
import { lotWords, routeWords, rulesTitle, seatTitle, sideOf, sideWord, statusLine, turnWords } from './words';

export function StatusCard({ session, line }: { session: Session; line: string | null }): JSX.Element {
  const { title, detail } = statusLine(session);
  return (
    <section class="card status" aria-label={t('State of the turn')}>
      <h1 class={session.table?.thinking ? 'thinking' : session.drawingLot ? 'drawn' : ''}>{title}</h1>
      <p>{line ?? (detail || '\u00a0')}</p>
    </section>
  );
}

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

/** The drawn tile, to be turned by a tap; also when it lies on the board and the turn is not made. */
export function Tray({
  table,
  rotation,
  open,
  onRotate,
}: {
  table: Table;
  rotation: number;
  open: boolean;
  onRotate: () => void;
}): JSX.Element | null {
  const scene = readScene(table.described);
  const holders = readHolders(table.state.position, scene.tiles.size);
  const tile = scene.tiles.get(holders.drawn);
  if (!tile || table.state.over) return null;
  const laid = readMove(table.part);
  const turned = laid ? ROTATIONS.indexOf(laid.rotation) : firstAlike(tile, rotation);
  return (
    <section class="card tray" aria-label={t('Drawn tile')}>
      <button class="tray-tile" type="button" disabled={!open} onClick={onRotate} title={t('Turn the tile (R)')}>
        <svg viewBox="0 0 100 100" aria-hidden="true">
          <Tile pieces={turnedTile(tile, turned).map((group) => ({ ...group, owner: null }))} />
        </svg>
        <span>{t('Turn the tile')}</span>
      </button>
      <div class="facts">
        <p>{t('Tile {0}', holders.drawn)}</p>
        <p class="small">{tn(holders.left, '{0} tile left in the stack', '{0} tiles left in the stack')}</p>
      </div>
    </section>
  );
}

/** Where the marker goes and where it comes from, as buttons: the same choice as by touching lines. */
export function MarkerChoice({ table, onPart }: { table: Table; onPart: (part: string) => void }): JSX.Element | null {
  const part = readMove(table.part);
  if (!part) return null;
  const without = part.cell + part.rotation;
  const steps = part.side ? table.instead : table.steps.longer;
  const takeOver = part.side ? !table.mayEndEarlier : table.steps.phase === 'take-over';
  const moves = steps.map((text) => ({ text, side: readMove(text)?.side ?? '', from: readMove(text)?.from ?? '' }));
  const sides = [...new Set(moves.map((move) => move.side))];
  const origins = moves.filter((move) => move.side === part.side);
  const button = (text: string, words: string, on: boolean): JSX.Element => (
    <button key={text} type="button" class="pill" aria-pressed={on} onClick={() => onPart(text)}>
      {words}
    </button>
  );
  return (
    <>
      <div class="choice" role="group" aria-label={t('Marker')}>
        {!takeOver && steps.length > 0 && button(without, t('No marker'), !part.side)}
        {sides.map((side) =>
          button(
            moves.find((move) => move.side === side)?.text ?? without,
            takeOver ? t('Take over, {0}', sideWord(side)) : t('Line {0}', sideWord(side)),
            part.side === side,
          ),
        )}
      </div>
      {origins.length > 1 && (
        <div class="choice" role="group" aria-label={t('Where the marker comes from')}>
          {origins.map((move) => button(move.text, move.from ? t('From {0}', move.from) : t('From the supply'), table.part === move.text))}
        </div>
      )}
    </>
  );
}

export function ScoreCard({ session }: { session: Session }): JSX.Element | null {
  const table = session.table;
  if (!table) return null;
  const { state } = table;
  const scene = state.game === 'liniell' ? readScene(table.described) : null;
  const points = (side: Side): number =>
    scene
      ? scene.routes.filter((route) => route.owner === side).reduce((sum, route) => sum + route.points, 0)
      : state.points[side === 'a' ? 0 : 1];
  const row = (player: Player): JSX.Element => {
    const side = sideOf(state, player);
    const left = session.clocks.left?.[player];
    const moving = !state.over && state.player === player;
    return (
      <li class={moving ? 'moving' : ''}>
        <span class={`badge badge-${table.colours[side]}`} aria-hidden="true" />
        <span class="who">
          {seatTitle(table, player)}
          <span class="small"> {colourName(table.colours[side])}</span>
        </span>
        {left !== undefined && (
          <span class={left < 30_000 ? 'clock low' : 'clock'} role="timer">
            {clockText(left)}
          </span>
        )}
        <span class="points">{String(points(side)).replace('-', '\u2212')}</span>
      </li>
    );
  };
  return (
    <section class="card score" aria-label={t('Points')}>
      <ul>
        {row(0)}
        {row(1)}
      </ul>
      <div class="facts">
        {scene && scene.routes.length > 0 && (
          <ul class="routes small">
            {scene.routes.map((route) => (
              <li key={route.owner + route.marker}>{routeWords(table.colours, route)}</li>
            ))}
          </ul>
        )}
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
        title={turnWords(table.state.game, text)}
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
          {t('No turns yet.')}{' '}
          <a href={lessonAddress(table.state.game, 1)}>{t('Learn {0}', table.state.game === 'linja' ? 'Linja' : 'Liniell')}</a>
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
