// SPDX-License-Identifier: MIT
//
// A whole match in the fragment of an address: the record, compressed by zlib (whose checksum tells
// a damaged link from a whole one), in the letters of base64url. Nothing of it reaches a server.

import { t } from './text';

const PREFIX = '#g=';

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

export async function linkOf(record: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(record), new CompressionStream('deflate'));
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''));
  const address = new URL(location.href);
  address.search = '';
  address.hash = PREFIX + letters.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  return address.href;
}

export const isLink = (fragment: string): boolean => fragment.startsWith(PREFIX);

/** The record in a fragment; throws, with a line for people, if there is none. */
export async function recordIn(fragment: string): Promise<string> {
  try {
    const letters = fragment.slice(PREFIX.length).replace(/-/g, '+').replace(/_/g, '/');
    const packed = Uint8Array.from(atob(letters), (c) => c.charCodeAt(0));
    const bytes = await through(packed, new DecompressionStream('deflate'));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(t('This link is damaged or cut off.'));
  }
}
