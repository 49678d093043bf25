// SPDX-License-Identifier: MIT
//
// Files that go out to the device, and the one that comes in.

import { t } from './text';

export function download(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A picture of an SVG file, twice as large. */
export async function pngOf(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = 2 * image.naturalWidth;
    canvas.height = 2 * image.naturalHeight;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t('The picture could not be made.')))), 'image/png');
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Thousands of games. */
const MOST = 20_000_000;

export async function textOf(file: File): Promise<string> {
  if (file.size > MOST) throw new Error(t('{0}: too large to be a game.', file.name));
  return file.text();
}
