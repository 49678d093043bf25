// SPDX-License-Identifier: MIT
//
// The matches of a device as one record file, and back. What a record does not know of a match is in tags of its own: its id,
// when it was last played, and who has which colour. What a file holds is for the C code to say (`matches`).

import { readState, Refused, type Lines, type Player } from './answers';
import { download } from './files';
import { games, LAST_PLY, newId, type KeptGame } from './kept-games';
import { isFair, keptOf } from './match';
import { wordsOf } from './notices';
import { seatOf } from './seats';
import { learnRefusals, t, tn } from './text';

// --- a record's tags -------------------------------------------------------------------------------

/** The tags of the first game, with their last line end; and what follows. */
function halves(record: string): [string, string] {
  const end = record.indexOf('\n\n');
  return end < 0 ? [record, ''] : [record.slice(0, end + 1), record.slice(end + 1)];
}

/** As a record has it. */
const written = (value: string): string => value.replace(/["\\]/g, '\\$&');

/** The value of a tag of the first game, as it is written; '': there is none. */
const tagIn = (record: string, name: string): string => new RegExp(`^\\[${name} "(.*)"\\]$`, 'm').exec(halves(record)[0])?.[1] ?? '';

/** A record without the tags that are made here: the same for the same match, wherever it was. */
function bare(record: string): string {
  const [tags, rest] = halves(record);
  return tags.replace(/^\[(?:Id|Kept|Swapped) ".*"\]\n/gm, '') + rest;
}

/** The player who had side A in the first game. */
export const firstIn = ({ record, names }: KeptGame): Player =>
  tagIn(record, 'First') === written(names[1]) && names[0] !== names[1] ? 1 : 0;

/** What a match is called wherever it is: on the server that it was played on, or here. */
const nameOf = (match: KeptGame): string => tagIn(match.record, 'Id') || match.id;

function recordOf(match: KeptGame): string {
  const [tags, rest] = halves(bare(match.record));
  const own = [`[Id "${nameOf(match)}"]`, `[Kept "${new Date(match.at).toISOString()}"]`];
  if (match.firstColour !== firstIn(match)) own.push('[Swapped "1"]');
  return `${tags}${own.join('\n')}\n${rest}`;
}

export const wasPlayed = ({ unfinished, finished }: KeptGame): boolean => unfinished || finished;

/** All that was played here. */
export const wholeFile = (): string => games.all().filter(wasPlayed).map(recordOf).join('\n');

export const saveAll = (): void => download('linework.lwg', new Blob([wholeFile()], { type: 'text/plain' }));

// --- matches that come -----------------------------------------------------------------------------

/** A match of a file, or why there is none. */
export type Brought = { match: KeptGame } | { refused: string };

function broughtFrom(lines: Lines): Brought {
  const [[key, text = ''] = []] = lines;
  if (key === 'refused') return { refused: text };
  const state = readState(lines);
  const id = /^[\w-]{1,40}$/.exec(tagIn(text, 'Id'))?.[0] ?? newId();
  const sitting = {
    seats: [seatOf(state.names[0]), seatOf(state.names[1])] as KeptGame['seats'],
    firstColour: tagIn(text, 'Swapped') === '1' ? 1 : 0,
    byLot: false,
  } as const;
  const match = { log: [], base: { record: text, n: 0 }, record: text };
  const kept = keptOf(match, { end: state, ply: LAST_PLY }, { id, before: null, sitting, seed: 1, budget: 0 }, null);
  const at = Date.parse(tagIn(text, 'Kept'));
  return { match: Number.isNaN(at) ? kept : { ...kept, at } };
}

/** What the answer to `matches` tells. */
export function broughtIn(answer: Lines): Brought[] {
  const found: string[][][] = [];
  for (const line of answer)
    if (line[0] === 'record' || line[0] === 'refused') found.push([[...line]]);
    else found.at(-1)?.push([...line]);
  return found.map(broughtFrom);
}

/** What has become of the matches of a file. */
export interface Come {
  came: number;
  /** They are here, and were gone on with elsewhere. */
  grown: number;
  there: number;
  /** Why the others were not taken. */
  refused: string[];
  /** Under which id the last that was taken is here. */
  id: string;
}

export const NOTHING_CAME: Come = { came: 0, grown: 0, there: 0, refused: [], id: '' };

export function comeWords({ came, grown, there, refused }: Come): string {
  const said: string[] = [];
  if (came > 0 || grown + there + refused.length === 0) said.push(tn(came, '1 game has come.', '{0} games have come.'));
  if (grown > 0) said.push(tn(grown, '1 game was brought up to date.', '{0} games were brought up to date.'));
  if (there > 0) said.push(tn(there, '1 game was here already.', '{0} games were here already.'));
  if (refused.length > 0)
    said.push(tn(refused.length, '1 was refused: {1}', '{0} were refused, the first for this: {1}', refused[0] ?? ''));
  return said.join(' ');
}

/** By what a match is known, wherever it is. */
interface Known {
  id: string;
  name: string;
  content: string;
}

const knownBy = (match: KeptGame): Known => ({ id: match.id, name: nameOf(match), content: bare(match.record) });

/** Those that are here with the name of a match, or because the same was played. */
const alike = (all: readonly Known[], { id, name, content }: Known): Known[] =>
  all.filter((one) => one.id === id || one.name === name || one.content === content);

const allHere = (): Known[] => games.all().map(knownBy);

/** Whether a match is here, perhaps in another state. */
export const isHere = (match: KeptGame): boolean => alike(allHere(), knownBy(match)).length > 0;

/** What a record tells of, as the C code says it. */
type EventsOf = (record: string) => Promise<readonly string[]>;

/** Whether a log goes on where another ends. What is told of a fair game's draws at its beginning changes as it goes on. */
function goesOn(log: readonly string[], before: readonly string[]): boolean {
  const plain = (event = ''): string => event.replace(/ (commitment|chain|drawnBefore|draws)=\S+/g, '');
  return before.every((event, i) => plain(event) === plain(log[i]));
}

/** Adds to a match that is here what was played of it elsewhere, with the remarks there; false: it was gone on with here, too. */
async function extend(here: KeptGame, match: KeptGame, told: readonly string[], from: number): Promise<boolean> {
  const more = told.slice(from);
  // Of one that has not been opened since it came there is nothing but its record.
  const log = here.n === 0 ? [] : [...(await games.events(here.id)), ...more];
  // What was taken back here is in the log and in no record, by which the engine would number what comes next.
  if (here.n > 0 && log.length !== told.length) return false;
  const { id, before, seats, firstColour, byLot, clocks, budget, seed } = here;
  const base = { record: match.record, n: log.length };
  const grown = { ...match, id, n: log.length, base, before, seats, firstColour, byLot, clocks, budget, seed };
  return (await games.add(grown, log, here.n === 0 ? 0 : more.length)) !== 'refused';
}

/** A match of an earlier version may be one that the C code refuses today; others come all the same. */
function nothingIfRefused(error: unknown): null {
  if (error instanceof Refused) return null;
  throw error;
}

/** Takes in a match that may be here under the same name in another state. */
async function take(match: KeptGame, like: readonly Known[], eventsOf: EventsOf): Promise<['came' | 'grown' | 'there', string] | null> {
  const content = bare(match.record);
  const same = like.find((one) => one.content === content);
  if (same) return ['there', same.id];
  const log = like.length > 0 ? await eventsOf(match.record) : [];
  for (const { id } of like) {
    const here = games.find(id);
    const before = here && (await eventsOf(here.record).catch(nothingIfRefused));
    if (before && goesOn(before, log)) return ['there', id];
    // What a fair game draws is in no record: it cannot go on from there.
    if (before && goesOn(log, before) && !isFair(log) && (await extend(here, match, log, before.length))) return ['grown', id];
  }
  const taken = like.length > 0 ? { ...match, id: newId() } : match;
  if ((await games.add(taken, [], 0)) === 'kept' || !games.lasting) return ['came', taken.id];
  await games.remove(taken.id);
  return null;
}

/** Takes the matches of a file in, but for those that are here as they are, or further on. */
export async function takeIn(brought: readonly Brought[], eventsOf: EventsOf): Promise<Come> {
  const come: Come = { ...NOTHING_CAME, refused: [] };
  const all = allHere();
  if (brought.some((each) => 'refused' in each)) await learnRefusals();
  for (const each of brought) {
    if ('refused' in each) {
      come.refused.push(wordsOf(new Refused(each.refused)));
      continue;
    }
    const known = knownBy(each.match);
    const taken = await take(each.match, alike(all, known), eventsOf);
    if (!taken) come.refused.push(t('there is no room on this device'));
    else {
      const [as, id] = taken;
      come[as]++;
      come.id = id;
      all.push({ ...known, id });
    }
  }
  return come;
}
