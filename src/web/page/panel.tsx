// SPDX-License-Identifier: MIT
//
// The cards beside the board: the state of the turn, the players with points and clocks, the
// choice of a marker, and the list of turns.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Player } from './answers';
import { clockText } from './clocks';
import { firstAlike, readHolders, readMove, readScene, turnedTile } from './liniell';
import type { Session, Table } from './session';
import { t, tn } from './text';
import { Tile } from './tile';
import { routeWords, rulesTitle, seatTitle, sideName, sideOf, sideWord, statusLine, turnWords } from './words';

export function StatusCard({ session, line }: { session: Session; line: string | null }): JSX.Element {
  const { title, detail } = statusLine(session);
  return (
    <section class="card status" aria-label={t('State of the turn')}>
      <h1 class={session.table?.thinking ? 'thinking' : ''}>{title}</h1>
      <p>{line ?? (detail || '\u00a0')}</p>
    </section>
  );
}

/** The drawn tile, to be turned by a tap. */
export function Tray({ table, rotation, open, onRotate }: { table: Table; rotation: number; open: boolean; onRotate(): void }): JSX.Element | null {
  const scene = readScene(table.described);
  const holders = readHolders(table.state.position, scene.tiles.size);
  const tile = scene.tiles.get(holders.drawn);
  if (!tile || table.state.over) return null;
  const left = tn(holders.left, '{0} tile left in the stack', '{0} tiles left in the stack');
  return (
    <section class="card tray" aria-label={t('Drawn tile')}>
      <button class="tray-tile" type="button" disabled={!open} onClick={onRotate} aria-label={t('Turn the tile')} title={t('Turn the tile (R)')}>
        <svg viewBox="0 0 100 100" aria-hidden="true">
          <Tile pieces={turnedTile(tile, firstAlike(tile, rotation)).map((group) => ({ ...group, owner: null }))} />
        </svg>
      </button>
      <div>
        <p>{t('{0} draws tile {1}', seatTitle(table, table.state.player), holders.drawn)}</p>
        <p class="small">{left}</p>
      </div>
    </section>
  );
}

/** Where the marker goes, as buttons: the same choice as by touching lines. */
export function MarkerChoice({ table, onPart }: { table: Table; onPart(part: string): void }): JSX.Element | null {
  const part = readMove(table.part);
  if (!part) return null;
  const without = part.cell + part.rotation;
  const steps = part.side ? table.instead : table.steps.longer;
  const takeOver = table.steps.phase === 'take-over' || (part.side !== '' && !table.mayEndEarlier);
  const texts = [...(takeOver ? [] : [without]), ...steps];
  if (steps.length === 0) return null;
  return (
    <div class="choice" role="group" aria-label={t('Marker')}>
      {texts.map((text) => {
        const move = readMove(text);
        const words = !move?.side ? t('No marker')
          : takeOver ? t('Take over, {0}', sideWord(move.side))
          : move.from ? t('Line {0}, from {1}', sideWord(move.side), move.from)
          : t('Line {0}', sideWord(move.side));
        return <button key={text} type="button" class="pill" aria-pressed={table.part === text} onClick={() => onPart(text)}>{words}</button>;
      })}
    </div>
  );
}

export function ScoreCard({ session }: { session: Session }): JSX.Element | null {
  const table = session.table;
  if (!table) return null;
  const { state } = table;
  const scene = state.game === 'liniell' ? readScene(table.described) : null;
  const row = (player: Player): JSX.Element => {
    const side = sideOf(state, player);
    const left = session.clocks.left?.[player];
    const moving = !state.over && state.player === player;
    return (
      <li class={moving ? 'moving' : ''}>
        <span class={`badge badge-${state.game}-${side}`} aria-hidden="true" />
        <span class="who">
          {seatTitle(table, player)}
          <span class="small"> {sideName(state.game, side)}</span>
        </span>
        {left !== undefined && <span class={left < 30_000 ? 'clock low' : 'clock'} role="timer">{clockText(left)}</span>}
        <span class="points">{state.points[side === 'a' ? 0 : 1]}</span>
      </li>
    );
  };
  return (
    <section class="card score" aria-label={t('Points')}>
      <ul>
        {row(0)}
        {row(1)}
      </ul>
      {scene && scene.routes.length > 0 && (
        <ul class="routes small">{scene.routes.map((route) => <li key={route.owner + route.marker}>{routeWords(route)}</li>)}</ul>
      )}
      <p class="small">
        {rulesTitle(state.game, state.rules)}
        {state.bestOf > 1 && ` · ${t('best of {0}, games {1} to {2}', state.bestOf, state.wins[0], state.wins[1])}`}
      </p>
    </section>
  );
}

export function MoveList({ table, onGoTo }: { table: Table; onGoTo(ply: number): void }): JSX.Element {
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
      <button type="button" class={ply >= table.ply ? 'later' : ''} aria-current={ply === table.ply - 1 ? 'step' : undefined}
        title={turnWords(table.state.game, text)} onClick={() => onGoTo(ply + 1)}>
        {text}
      </button>
    );
  };
  return (
    <section class="card moves" aria-label={t('Turns')}>
      {pairs.length === 0 ? <p class="small">{t('No turns yet.')}</p> : (
        <ol ref={list} tabIndex={0} aria-label={t('Turns')}>
          {pairs.map((i) => (
            <li key={i}>
              <span class="number" aria-hidden="true">{i + 1}</span>
              {turn(2 * i)}
              {turn(2 * i + 1)}
            </li>
          ))}
        </ol>
      )}
      {table.line.length > 0 && (
        <div class="travel">
          <button type="button" aria-label={t('To the start')} disabled={table.ply === 0} onClick={() => onGoTo(0)}>⏮</button>
          <button type="button" aria-label={t('One turn back')} disabled={table.ply === 0} onClick={() => onGoTo(table.ply - 1)}>◀</button>
          <button type="button" aria-label={t('One turn on')} disabled={table.ply === table.line.length} onClick={() => onGoTo(table.ply + 1)}>▶</button>
          <button type="button" aria-label={t('To the end')} disabled={table.ply === table.line.length} onClick={() => onGoTo(table.line.length)}>⏭</button>
        </div>
      )}
    </section>
  );
}
