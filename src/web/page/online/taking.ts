// SPDX-License-Identifier: MIT
//
// Taking a seat: by making a game, by joining one, or along from another device. What is asked stays on the device under
// its key until there is an answer, so that neither a lost answer nor a closed window loses the seat: whoever asks again,
// or comes back, asks the same, and gets the same seat.

import { device, isObject, whole } from '../storage';
import { t } from '../text';
import { asTold, readView, type View } from './protocol';
import { holdSeat, leaveSeat, seatIn } from './seats';
import { askForSeat, newKey, persistently, Turned, Unreachable, viewGame, withdrawGame, type Given, type Wish } from './server';

interface Taking {
  key: string;
  /** Of the game; null: one is being made. */
  id: string | null;
  /** The game as it was seen before; null: it was not. */
  view: View | null;
  /** Of a seat that is brought from another device; null: a new one is wanted. */
  token: string | null;
  /** This player's part in the draws; '': nothing is drawn. */
  random: string;
  body: object;
  at: number;
}

const KEY = 'taking.';
/** So long the server knows what it has answered; after that, asking would make something new. */
const REMEMBERED = 23 * 3600_000;

function readTaking(key: string): Taking | null {
  const found = device.read(KEY + key);
  if (!isObject(found) || !isObject(found['body'])) return null;
  const { id, token, random, body } = found;
  return {
    key,
    id: typeof id === 'string' ? id : null,
    view: readView(found['view']),
    token: typeof token === 'string' ? token : null,
    random: typeof random === 'string' ? random : '',
    body,
    at: whole(found['at'], 0),
  };
}

const drop = ({ key }: Taking): void => device.remove(KEY + key);

/** What waits for its answer, the oldest first. */
function unanswered(): Taking[] {
  const all = device.keys(KEY).flatMap((key) => readTaking(key) ?? []);
  for (const old of all.filter(({ at }) => Date.now() - at > REMEMBERED)) drop(old);
  return all.filter(({ at }) => Date.now() - at <= REMEMBERED).sort((a, b) => a.at - b.at);
}

/** A game that was just made, as its wish tells it. */
const viewOfWish = ({ id, commitment }: Given, wish: Partial<Wish>): View | null =>
  readView({
    ...wish,
    id,
    commitment,
    names: { 1: wish.name ?? 'Player 1', 2: null },
    status: 'open',
    timeControl: wish.clock,
    clock: null,
  });

/** Whoever is only too fast, or finds the server in trouble, has not been answered yet. */
const isAnswer = (error: unknown): boolean => error instanceof Turned && error.status !== 429 && error.status < 500;

async function ask({ key, id, view, token, body }: Taking): Promise<{ given: Given; view: View }> {
  const before = view ?? (id === null ? null : await viewGame(id));
  if (!before && id !== null) throw new Turned(404, t('There is no such game any more.'));
  const given = await askForSeat(id, { key, token, body });
  const seen = before ?? viewOfWish(given, body);
  if (!seen) throw new Unreachable('no game');
  return { given, view: seen };
}

/** Asks until there is an answer, and holds the seat; tells the game's id. */
async function finish(taking: Taking): Promise<string> {
  try {
    const { given, view } = await persistently(() => ask(taking));
    const { id, token, player } = given;
    holdSeat({ id, token, player, random: taking.random, commitment: view.commitment, at: Date.now(), gone: false, moved: false, view });
    drop(taking);
    return id;
  } catch (error) {
    if (isAnswer(error)) drop(taking);
    throw error;
  }
}

function take(asked: Omit<Taking, 'key' | 'at'>): Promise<string> {
  const taking = { ...asked, key: newKey(), at: Date.now() };
  device.write(KEY + taking.key, { ...taking, view: taking.view && asTold(taking.view) });
  return finish(taking);
}

/** Wishes are the same but for the part in the draws, which is another each time. */
const plainWish = (wish: Partial<Wish>): string => JSON.stringify({ ...wish, randomHash: '' });

/** Makes a game. One that was wished for before without an answer is this one, or is taken back. */
export async function makeGame(wish: Wish, random: string): Promise<string> {
  for (const before of unanswered().filter(({ id }) => id === null)) {
    const isSame = plainWish(before.body) === plainWish(wish);
    try {
      const id = await finish(before);
      if (isSame) return id;
      await giveBack(id);
    } catch (error) {
      if (!isAnswer(error) || isSame) throw error;
    }
  }
  return take({ id: null, view: null, token: null, random, body: wish });
}

async function giveBack(id: string): Promise<void> {
  const seat = seatIn(id);
  if (!seat) return;
  await withdrawGame(id, seat.token);
  leaveSeat(id);
}

/** Joins a game that waits; `random`: what it gets from this player if it draws. */
export async function joinGame(view: View, name: string | null, random: string): Promise<void> {
  const { id, commitment } = view;
  if ((await resume(id)).length > 0) return;
  await take({ id, view, token: null, random: commitment === null ? '' : random, body: { name, random } });
}

/** Takes a seat along from another device, where it is then no longer. */
export async function takeAlong(id: string, token: string, random: string): Promise<void> {
  if (seatIn(id)?.token === token) return;
  if (!unanswered().some((each) => each.token === token)) await take({ id, view: null, token, random, body: {} });
  else await resume(id);
}

/** Asks once more for what was not answered: of one game, or (null) of those that are being made; tells their ids. */
export async function resume(id: string | null): Promise<string[]> {
  const ids: string[] = [];
  for (const each of unanswered().filter((taking) => taking.id === id)) ids.push(await finish(each));
  return ids;
}

/** All seats in games that are there, as far as they can be had now; who has made a game is led to it (friend-screen.tsx). */
export async function resumeSeats(): Promise<void> {
  await Promise.allSettled(
    unanswered()
      .filter(({ id }) => id !== null)
      .map(finish),
  );
}
