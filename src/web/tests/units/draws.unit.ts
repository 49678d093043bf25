// SPDX-License-Identifier: MIT
//
// Draws that nobody can know, in a window whose engine is lost and beside another window: what was drawn
// stays, what was not is drawn anew, and the record says under which commitment.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { keptGame } from '../../page/kept-games';
import { firstSettings, type NewGame } from '../../page/keep';
import { Session } from '../../page/session';
import { setStage, settle, stage } from './stage';

beforeEach(setStage);

const friends: NewGame = { ...firstSettings.newGame, game: 'liniell', opponent: 'friend', starts: 'me', bestOf: 3 };

const tag = (session: Session, name: string): string => new RegExp(`\\[${name} "([^"]*)"\\]`).exec(session.record)?.[1] ?? '';
const tags = (session: Session) => ({
  draws: tag(session, 'Draws'),
  commitment: tag(session, 'Commitment'),
  before: tag(session, 'DrawnBefore'),
});

async function sit(turns: number): Promise<Session> {
  const session = new Session(() => undefined);
  await session.start(friends, 1);
  for (let i = 0; i < turns; i++) await playAny(session);
  return session;
}

async function playAny(session: Session): Promise<void> {
  await session.advance(session.table?.firsts[0] ?? '');
  const { part = '', steps } = session.table ?? {};
  if (part) await session.play(steps?.whole ? part : (steps?.longer[0] ?? ''));
}

test('between friends nothing is kept of what comes', async () => {
  const session = await sit(3);
  const { draws, commitment } = tags(session);
  assert.equal(draws.split(',').length, 4);
  assert.match(commitment, /^[0-9a-f]{64}$/);
  assert.equal(session.table?.state.commitment, commitment);
  const kept = keptGame(session.id);
  assert.deepEqual([kept?.record, kept?.seed], [session.record, 0]);
  assert.doesNotMatch(session.record, /Seed|Key/);
});

test('chance that is fixed, and a computer, have a seed', async () => {
  const fixed = new Session(() => undefined);
  fixed.fixed = true;
  await fixed.start(friends, 7);
  assert.equal(tag(fixed, 'Seed'), '7');
  const alone = new Session(() => undefined);
  await alone.start({ ...friends, opponent: 'computer' }, 8);
  assert.equal(tag(alone, 'Seed'), '8');
});

test('looking back and forth leaves the commitment, and all that will be drawn', async () => {
  const session = await sit(3);
  const before = tags(session);
  for (const ply of [0, 2, 3, 1]) {
    await session.goTo(ply);
    assert.deepEqual(tags(session), before);
    assert.equal(session.table?.state.commitment, before.commitment);
  }
  await playAny(session);
  assert.deepEqual(tags(session), before);
});

for (const how of ['a look', 'a turn'] as const) {
  test(`an engine that is lost over ${how} takes what nobody has seen with it, and nothing else`, async () => {
    const session = await sit(3);
    const before = tags(session);
    stage.workers.at(-1)?.crash();
    await settle();
    if (how === 'a look') await session.goTo(1);
    else await playAny(session);
    const after = tags(session);
    assert.notEqual(after.commitment, before.commitment);
    assert.ok(after.draws.startsWith(before.draws));
    assert.equal(after.before, '4');
    assert.equal(session.table?.state.commitment, after.commitment);
    assert.equal(session.table?.line.length, how === 'a look' ? 3 : 4);
    assert.equal(keptGame(session.id)?.record, session.record);
    await session.goTo(2);
    assert.deepEqual(tags(session), after);
  });
}

test('a told game can be looked at, but nothing of it taken back', async () => {
  const session = await sit(3);
  await session.resign();
  const { record } = session;
  assert.match(tag(session, 'Key'), /^[0-9a-f]{64}$/);
  assert.equal(session.table?.end.key, tag(session, 'Key'));
  for (const ply of [3, 0, 2]) {
    await session.goTo(ply);
    assert.deepEqual([session.undoTo, session.open, session.closed], [null, false, true]);
    await session.undo();
    await session.play(session.table?.firsts[0] ?? '');
    assert.equal(session.record, record);
  }
  await session.goTo(3);
  await session.nextGame();
  assert.equal(session.table?.state.told, false);
  assert.equal(session.record.match(/\[Number "2"\]/g)?.length, 1);
});

test('another window that opens the match goes on under a commitment of its own; both follow each other, and come to rest', async () => {
  const session = await sit(2);
  const { draws, commitment } = tags(session);
  const kept = keptGame(session.id);
  assert.ok(kept);
  const beside = new Session(() => undefined);
  await beside.load(kept);
  assert.equal(tags(beside).draws, draws);
  assert.notEqual(tags(beside).commitment, commitment);
  await settle();
  const { n } = keptGame(session.id) ?? {};
  for (const [mover, other, turns] of [
    [session, beside, 3],
    [beside, session, 4],
  ] as const) {
    await playAny(mover);
    await settle();
    assert.equal(mover.table?.line.length, turns);
    assert.deepEqual(other.table?.line, mover.table?.line);
    assert.ok(tags(mover).draws.startsWith(draws));
    assert.equal(keptGame(session.id)?.record, mover.record);
  }
  await settle();
  // For each turn a promise and the turn itself.
  assert.equal(keptGame(session.id)?.n, (n ?? 0) + 4);
});
