// SPDX-License-Identifier: MIT
//
// A whole match, or a tile set, in the fragment of an address: the text of its file, compressed by zlib (whose checksum
// tells a damaged link from a whole one), in the letters of base64url. A dot before a match tells that whoever began has
// the second colour, of which a record knows nothing. Nothing of it reaches a server.

import type { Player } from './answers';
import { t } from './text';

/** How a fragment begins that holds a match, and one that holds a tile set. */
const MATCH = '#g=';
/** ... a match with swapped colours; the dot is not behind it, where a messenger would take it for the end of a sentence. */
const SWAPPED = '#g=.';
export const TILE_SET = '#t=';

/** Longer than any match; a link that unpacks to more is refused. */
const MOST = 1_000_000;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) throw new Error('too long');
    chunks.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

export async function linkOf(text: string, prefix: typeof MATCH | typeof SWAPPED | typeof TILE_SET): Promise<string> {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream('deflate'));
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''));
  const address = new URL(location.href);
  address.search = '';
  address.hash = prefix + letters.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  return address.href;
}

export const isLink = (fragment: string): boolean => fragment.startsWith(MATCH);

/** The link to a match, with who has the first colour in it. */
export const matchLinkOf = (record: string, firstColour: Player): Promise<string> => linkOf(record, firstColour === 0 ? MATCH : SWAPPED);

/** The player who has the first colour in the match of a fragment. */
export const firstColourIn = (fragment: string): Player => (fragment.startsWith(SWAPPED) ? 1 : 0);

/** The text in a fragment; throws, with a line for people, if there is none. */
export async function textIn(fragment: string): Promise<string> {
  try {
    const letters = fragment
      .slice(fragment.startsWith(SWAPPED) ? SWAPPED.length : MATCH.length)
      .replace(/-/g, '+')
      .replace(/_/g, '/');
    const packed = Uint8Array.from(atob(letters), (c) => c.charCodeAt(0));
    const bytes = await through(packed, new DecompressionStream('deflate'));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(t('This link is damaged or cut off.'));
  }
}

/** Whether the device has a way of its own to share; on most computers, and at a plain address, it has none. */
export const sharesByItself = (): boolean => 'share' in navigator;
