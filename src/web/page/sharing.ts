// SPDX-License-Identifier: MIT
//
// The match on the table as something to take along: a file, a link, a picture; and one that was brought.

import { useEffect, useState } from 'preact/hooks';
import { say } from './announcer';
import { Refused } from './answers';
import { download, pngOf, textOf } from './files';
import { comeWords } from './games-file';
import { gameOf } from './games/list';
import type { Host } from './host';
import { notify, tried, wordsOf } from './notices';
import { GAMES_LIST } from './routes';
import { matchLinkOf, sharesByItself } from './share';
import { learnRefusals, t } from './text';
import { inTheme } from './theme';

interface Sharing {
  actions: {
    save: () => void;
    open: (file: File) => void;
    share: () => void;
    picture: (kind: 'svg' | 'png') => void;
  };
  /** The link that was last made of the match; null: none was. */
  link: string | null;
}

export function useSharing(host: Host): Sharing {
  const { session, game } = host;
  const [link, setLink] = useState<string | null>(null);
  useEffect(() => setLink(null), [host.seated]);
  const fileName = (ending: string): string => `${game}-${new Date().toISOString().slice(0, 10)}.${ending}`;

  async function open(file: File): Promise<void> {
    const text = await textOf(file);
    const { come, isOnTable } = await host.openFile(text).catch(async (error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      await learnRefusals();
      throw new Error(`${file.name}: ${wordsOf(error)}`);
    });
    say(comeWords(come));
    if (isOnTable) return;
    location.hash = GAMES_LIST;
    notify({ text: comeWords(come), bad: come.refused.length > 0 });
  }

  async function share(): Promise<void> {
    const address = await matchLinkOf(session.record, session.table?.firstColour ?? 0);
    setLink(address);
    try {
      // The device's own way to share, where there is one.
      if (sharesByItself()) return await navigator.share({ title: gameOf(game).title, url: address });
      await navigator.clipboard.writeText(address);
      notify({ text: t('The link is copied. It holds the whole game.') });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return; // it was not wanted after all
      host.panels.show('more');
      notify({ text: t('Copy the link from the field.') });
    }
  }

  async function picture(kind: 'svg' | 'png'): Promise<void> {
    const svg = inTheme(await session.picture());
    download(fileName(kind), kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await pngOf(svg));
  }

  return {
    actions: {
      save: () => download(fileName('lwg'), new Blob([session.record], { type: 'text/plain' })),
      open: (file) => tried(() => open(file)),
      share: () => tried(share),
      picture: (kind) => tried(() => picture(kind)),
    },
    link,
  };
}
