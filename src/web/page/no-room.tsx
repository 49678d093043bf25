// SPDX-License-Identifier: MIT
//
// What is said when the device has no room for what is played: it stands as long as that is so, and says what can be done.
// Nothing is deleted that nobody has chosen.

import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { say } from './announcer';
import { saveAll } from './games-file';
import { games } from './kept-games';
import { tried } from './notices';
import { t, tn } from './text';

/** So many games are offered to be deleted at once. */
const SOME = 20;

/** Somebody has read it. */
const isRead = signal(false);

export const noRoomWords = (): string =>
  t('This device has no room left: what is played now lasts only as long as this page. What was kept before is all there.');

/** `stays`: it cannot be put away. */
export function NoRoom({ stays = false }: { stays?: boolean }): JSX.Element | null {
  const { isFull } = games;
  useEffect(() => {
    if (!isFull) isRead.value = false;
  }, [isFull]);
  if (!isFull || (isRead.value && !stays)) return null;
  const oldest = games.oldest(SOME);
  const remove = async (): Promise<void> => {
    await games.makeRoom(oldest);
    const deleted = tn(oldest.length, '1 game is deleted.', '{0} games are deleted.');
    say(`${deleted} ${games.isFull ? noRoomWords() : t('Now there is room.')}`);
  };
  return (
    <div class="notice bad no-room">
      <span>{noRoomWords()}</span>
      <button type="button" onClick={saveAll}>
        {t('Save all as one file')}
      </button>
      {oldest.length > 0 && (
        <button type="button" onClick={() => tried(remove)}>
          {tn(oldest.length, 'Delete the oldest finished game', 'Delete the {0} oldest finished games')}
        </button>
      )}
      {!stays && (
        <button type="button" class="close" aria-label={t('Close')} onClick={() => (isRead.value = true)}>
          ×
        </button>
      )}
    </div>
  );
}
