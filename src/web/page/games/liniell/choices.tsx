// SPDX-License-Identifier: MIT
//
// Beside the table of Liniell: the drawn tile, and the choice of a marker once it is laid.

import type { JSX } from 'preact';
import type { Table } from '../../table';
import { t, tn } from '../../text';
import type { ChoicesProps } from '../game';
import { firstAlike, readHolders, readMove, readScene, ROTATIONS, turnedTile } from './scene';
import { Tile } from './tile';
import { handWords, routeWords, sideWord } from './words';

/** The drawn tile, to be turned by a tap; also when it lies on the board and the turn is not made. */
function Tray({
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
        <span class="unseen">{handWords(table, turned)}</span>
      </button>
      <div class="facts">
        <p>{t('Tile {0}', holders.drawn)}</p>
        <p class="small">{tn(holders.left, '{0} tile left in the stack', '{0} tiles left in the stack')}</p>
      </div>
    </section>
  );
}

/** Where the marker goes and where it comes from, as buttons: the same choice as by touching lines. */
function MarkerChoice({ table, onPart }: { table: Table; onPart: (part: string) => void }): JSX.Element | null {
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

export function Choices({ table, open, idle, rotation, onPart, onRotate }: ChoicesProps): JSX.Element | null {
  return (
    <>
      {open && readMove(table.part) && (
        <div class="choices">
          <MarkerChoice table={table} onPart={onPart} />
        </div>
      )}
      {(open || idle) && <Tray table={table} rotation={rotation} open={open} onRotate={onRotate} />}
    </>
  );
}

/** The routes that the marked lines score now. */
export function Routes({ table }: { table: Table }): JSX.Element | null {
  const { routes } = readScene(table.described);
  if (routes.length === 0) return null;
  return (
    <ul class="routes small">
      {routes.map((route) => (
        <li key={route.owner + route.marker}>{routeWords(table.colours, route)}</li>
      ))}
    </ul>
  );
}
