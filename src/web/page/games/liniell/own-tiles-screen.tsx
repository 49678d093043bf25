// SPDX-License-Identifier: MIT
//
// Where the owner of a box enters its tiles. Each change is kept at once and then checked by the C code, in an engine of
// its own, so that a running match is not touched; a set that is not right is a draft, which no game is begun with.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { command, Refused } from '../../answers';
import { Client } from '../../client';
import { EngineLost } from '../../engine';
import { download, textOf } from '../../files';
import { keepTiles, keptTiles, type KeptTiles } from '../../keep';
import { TILES } from '../../learn-address';
import { OpenFile } from '../../open-file';
import { OWN, type GameName } from '../names';
import { spotOn, TILE, type Group } from './scene';
import {
  blankTiles,
  faultWords,
  faultyTile,
  groupAt,
  joined,
  moreRhombs,
  nextRhomb,
  readTiles,
  rhombWords,
  SIDES,
  sidesWords,
  tilesIn,
  tileWords,
  touched,
  withOneMore,
  writeTiles,
  type OwnTile,
} from './own-tiles';
import { linkOf, textIn, TILE_SET } from '../../share';
import { onChange } from '../../storage';
import { learnRefusals, t, tn } from '../../text';
import { RHOMB_SHAPE, Tile } from './tile';
import { sideWord } from './words';

type Tiles = readonly OwnTile[];

/** `told`: it is told in words, too, as nothing else does. */
function Drawing({ tile, told = false }: { tile: OwnTile; told?: boolean }): JSX.Element {
  return (
    <svg viewBox={`0 0 ${TILE} ${TILE}`} {...(told ? { role: 'img', 'aria-label': tileWords(tile) } : { 'aria-hidden': true })}>
      <Tile pieces={tile.groups.map((group) => ({ ...group, owner: null }))} />
    </svg>
  );
}

/** A tile to be changed: a button on each side, and one where the rhomb of each line is. */
function Bench({ tile, onTile }: { tile: OwnTile; onTile: (changed: OwnTile) => void }): JSX.Element {
  const [picked, setPicked] = useState('');
  const touch = (side: string): void => {
    setPicked(picked ? '' : side);
    if (!picked) onTile(touched(tile, side));
    else if (picked !== side) onTile(joined(tile, picked, side));
  };
  const spot = (group: Group): { left: string; top: string } => {
    const [left, top] = spotOn(group, false);
    return { left: `${left}%`, top: `${top}%` };
  };
  return (
    <>
      <div class="bench" role="group" aria-label={t('Tile {0}', tile.number)}>
        <Drawing tile={tile} />
        {[...SIDES].map((side) => {
          const group = groupAt(tile, side);
          return (
            <button
              key={side}
              type="button"
              class={`side-${side}${group ? '' : ' missing'}`}
              aria-pressed={picked === side}
              aria-label={`${t('Side {0}', sideWord(side))}: ${group ? sidesWords(group.sides) : t('empty')}`}
              onClick={() => touch(side)}
            />
          );
        })}
        {tile.groups.map((group) => (
          <button
            key={group.sides}
            type="button"
            class={group.white + group.blue > 0 ? 'spot' : 'spot none'}
            style={spot(group)}
            aria-label={`${sidesWords(group.sides)}: ${rhombWords(group)}`}
            onClick={() => onTile(nextRhomb(tile, group))}
          />
        ))}
      </div>
      <p class="small">{t('Touch two sides to join their lines, or to part them. Touch a rhomb to change it: none, white, blue.')}</p>
      <details>
        <summary>{t('Several rhombs on a line')}</summary>
        {tile.groups.map((group) => (
          <div key={group.sides} class="choice">
            <span>{sidesWords(group.sides)}</span>
            {(['white', 'blue'] as const).map((colour) => (
              <button
                key={colour}
                type="button"
                class="pill"
                aria-label={`${sidesWords(group.sides)}: + ${colour === 'white' ? t('white rhomb') : t('blue rhomb')}`}
                onClick={() => onTile(moreRhombs(tile, group, Number(colour === 'white'), Number(colour === 'blue')))}
              >
                +{' '}
                <svg viewBox="-9 -11 18 22" aria-hidden="true">
                  <path class={`rhomb ${colour}`} d={RHOMB_SHAPE} />
                </svg>
              </button>
            ))}
          </div>
        ))}
      </details>
    </>
  );
}

interface Props {
  /** The fragment that holds a set that somebody has sent; '': none. */
  link: string;
  say: (text: string) => void;
  complain: (error: unknown, again?: () => void) => void;
  onPlay: () => void;
  onRules: (game: GameName, rules: string, now: boolean) => void;
}

export function TilesScreen({ link, say, complain, onPlay, onRules }: Props): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const engine = useRef<Client<object> | null>(null);
  const standard = useRef<Tiles>([]);
  const shown = useRef<Tiles | null>(null);
  const toldFull = useRef(false);
  const edited = useRef(false);
  const [tiles, setTiles] = useState<Tiles>([]);
  /** What the C code says is wrong; '': nothing; null: it has not said yet. */
  const [fault, setFault] = useState<string | null>(null);
  const [at, setAt] = useState('01');
  const [past, setPast] = useState<Tiles[]>([]);
  const [offered, setOffered] = useState<Tiles | null>(null);
  const [address, setAddress] = useState<{ link: string; copied: boolean } | null>(null);
  const tried = (work: () => Promise<void>): void =>
    void work().catch((error: unknown) => {
      if (engine.current) complain(error, () => tried(work)); // else the screen was left
    });

  const ask = async (text: string): Promise<OwnTile[]> =>
    tilesIn((await engine.current?.ask([command('tiles', 'liniell', text)], null))?.[0] ?? []);

  // --- what is shown, kept and right ---------------------------------------------------------------

  function keep(kept: KeptTiles | null): void {
    const full = !keepTiles(kept);
    if (full && !toldFull.current)
      complain(new Error(t('This device has no room to keep the tiles: they last only as long as this page.')));
    toldFull.current = full;
  }

  const isOwn = (some: Tiles): boolean => writeTiles(some) !== writeTiles(standard.current);

  function show(next: Tiles): void {
    shown.current = next;
    setTiles(next);
    setFault(null);
    setAddress(null);
    tried(check);
  }

  async function check(): Promise<void> {
    const now = shown.current;
    if (!now) return;
    const text = writeTiles(now);
    let wrong = '';
    try {
      await ask(text || '\n'); // nothing at all would be the usual set
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      wrong = error.message;
      await learnRefusals();
    }
    if (keptTiles()?.text === text) keep({ text, ready: !wrong });
    if (now === shown.current) setFault(wrong);
  }

  function change(next: Tiles, before: Tiles[] = [...past, tiles]): void {
    edited.current = true;
    setPast(before);
    keep(isOwn(next) ? { text: writeTiles(next), ready: false } : null);
    show(next);
  }

  /** Shows what is kept: by this window or another one. */
  function look(): void {
    const kept = keptTiles();
    const found = (kept && readTiles(kept.text)) ?? standard.current;
    if (!shown.current || writeTiles(found) !== writeTiles(shown.current)) show(found);
  }

  /** The tiles of a text from elsewhere. One that is not finished is taken as well, if all of it can be shown. */
  async function read(text: string, name = ''): Promise<OwnTile[]> {
    try {
      return await ask(text.trim() ? text : '\n');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const draft = readTiles(text);
      if (draft?.length) return draft;
      await learnRefusals();
      throw new Error(name + faultWords(error.message));
    }
  }

  useEffect(() => {
    heading.current?.focus();
    engine.current = new Client(() => [], 'usual');
    tried(async () => {
      standard.current = await ask('');
      look();
    });
    const forget = onChange((key) => key === 'tiles' && standard.current.length > 0 && look());
    return () => {
      forget();
      engine.current?.close();
      engine.current = null;
    };
  }, []);

  useEffect(() => {
    setOffered(null);
    if (!link) return;
    tried(async () => {
      try {
        setOffered(await read(await textIn(link)));
      } catch (error) {
        if (!(error instanceof EngineLost)) location.replace(TILES);
        throw error;
      }
    });
  }, [link]);

  const tile = tiles.find((each) => each.number === at) ?? tiles[0];
  const right = fault === '';
  const status = right ? `${tn(tiles.length, '{0} tile', '{0} tiles')}. ${t('Ready to play.')}` : faultWords(fault ?? '');
  useEffect(() => {
    if (fault !== null && edited.current) say(tile ? `${tileWords(tile)}. ${status}` : status);
  }, [fault, tiles]);
  useEffect(() => {
    const strip = list.current;
    const here = strip?.querySelector<HTMLElement>('[aria-current]');
    if (strip && here) strip.scrollLeft = here.offsetLeft - (strip.clientWidth - here.clientWidth) / 2;
  }, [at, tiles]);

  // --- what can be done ----------------------------------------------------------------------------

  function add(): void {
    const more = withOneMore(tiles);
    setAt(more.number);
    change(more.tiles);
  }

  function remove(): void {
    const place = tiles.findIndex((each) => each === tile);
    const left = tiles.filter((each) => each !== tile);
    setAt((left[place] ?? left[place - 1])?.number ?? '01');
    change(left);
  }

  const open = (chosen: File): void =>
    tried(async () => {
      const found = await read(await textOf(chosen), `${chosen.name}: `);
      setAt(found[0]?.number ?? '01');
      change(found);
    });

  const share = async (): Promise<void> => {
    const made = await linkOf(writeTiles(tiles), TILE_SET);
    const copied = await navigator.clipboard.writeText(made).then(
      () => true,
      () => false,
    );
    setAddress({ link: made, copied });
    say(copied ? t('The link is copied.') : t('Copy the link from the field.'));
  };

  const wrongAt = right ? '' : faultyTile(fault ?? '');
  return (
    <main class="learn own-tiles">
      <h1 tabIndex={-1} ref={heading}>
        {t('Own tiles')}
      </h1>
      <p>
        {t('The lines on the tiles are rebuilt: the pictures are lost.')} {t('Whoever has the game can enter the printed tiles.')}{' '}
        {t('They stay on this device; lessons and puzzles use the standard tiles.')}
      </p>
      {offered && (
        <section class="card" aria-label={t('Tiles from a link')}>
          <h2>{t('Tiles from a link')}</h2>
          <ul class="tile-list">
            {offered.map((each) => (
              <li key={each.number}>
                <Drawing tile={each} told />
              </li>
            ))}
          </ul>
          <div class="buttons">
            <button
              type="button"
              class="primary"
              onClick={() => {
                change(offered);
                location.replace(TILES);
              }}
            >
              {t('Take these tiles')}
            </button>
            <button type="button" onClick={() => location.replace(TILES)}>
              {t('Keep mine')}
            </button>
          </div>
        </section>
      )}
      {!link && shown.current && (
        <section class="card set" aria-label={t('Own tiles')}>
          <ul class="tile-list" aria-label={t('Own tiles')} ref={list}>
            {tiles.map((each) => (
              <li key={each.number}>
                <button
                  type="button"
                  class={wrongAt === each.number ? 'wrong' : ''}
                  aria-current={each === tile ? 'true' : undefined}
                  aria-label={wrongAt === each.number ? `${tileWords(each)}. ${status}` : tileWords(each)}
                  onClick={() => setAt(each.number)}
                >
                  <Drawing tile={each} />
                  <span aria-hidden="true">
                    {each.number}
                    {wrongAt === each.number && ' !'}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <div class="one">
            <p class={right ? 'state' : 'state bad'}>{status || '\u00a0'}</p>
            {tile && (
              <Bench
                key={tile.number}
                tile={tile}
                onTile={(changed) => changed !== tile && change(tiles.map((each) => (each === tile ? changed : each)))}
              />
            )}
            <div class="buttons">
              <button type="button" disabled={past.length === 0} onClick={() => change(past[past.length - 1] ?? tiles, past.slice(0, -1))}>
                {t('Undo')}
              </button>
              <button type="button" onClick={add}>
                {t('Add a tile')}
              </button>
              <button type="button" disabled={!tile} onClick={remove}>
                {t('Remove the tile')}
              </button>
            </div>
          </div>
        </section>
      )}
      {!link && (
        <div class="buttons">
          <button type="button" class="primary" disabled={!right} onClick={() => onRules('liniell', isOwn(tiles) ? OWN : 'standard', true)}>
            {t('Play with these tiles')}
          </button>
          <button type="button" onClick={() => download('liniell-tiles.txt', new Blob([writeTiles(tiles)], { type: 'text/plain' }))}>
            {t('Save')}
          </button>
          <OpenFile accept=".txt,.tiles,text/plain" label={t('Open…')} onFile={open} />
          <button type="button" disabled={!right} onClick={() => tried(share)}>
            {t('Share by link')}
          </button>
          <button type="button" onClick={() => change(standard.current)}>
            {t('Standard tiles')}
          </button>
          <button type="button" onClick={() => change(blankTiles())}>
            {t('Blank tiles')}
          </button>
          <button type="button" onClick={onPlay}>
            {t('Back to the game')}
          </button>
        </div>
      )}
      {address && !link && (
        <label class="link">
          <span>{address.copied ? t('The link is copied.') : t('Copy the link from the field.')}</span>
          <input type="text" readOnly value={address.link} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
    </main>
  );
}
