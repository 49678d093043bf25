// SPDX-License-Identifier: MIT
//
// "Your turn", and whatever else a game elsewhere wants of somebody who looks away: in the title of the tab, by a sound, and as
// a notification, if that is wanted and allowed. Who looks at the page needs none of it but the title and the sound.

import { play } from '../sound';
import { device } from '../storage';
import { t, tn } from '../text';

const KEY = 'notify';
/** What there is to say: news that nobody has seen yet, what the game on the screen waits for, and in how many others it is this player's turn. */
const said = { unseen: '', here: '', elsewhere: 0 };

function showTitle(): void {
  const plain = t('Linework: Linja and Liniell');
  const games = said.elsewhere > 0 ? tn(said.elsewhere, 'Your turn in one game', 'Your turn in {0} games') : '';
  const words = said.unseen || said.here || games;
  document.title = words ? `● ${words} – ${plain}` : plain;
}

/** The title says what the game on the screen waits for; '': for nothing of this player's. */
export function titleHere(words: string): void {
  said.here = words;
  showTitle();
}

export function titleElsewhere(games: number): void {
  said.elsewhere = games;
  showTitle();
}

function seen(): void {
  if (document.hidden) return;
  said.unseen = '';
  showTitle();
}

/** Browsers have no notifications for a page that did not come over a safe line. */
export const canNotify = (): boolean => 'Notification' in globalThis && isSecureContext;

export const notifies = (): boolean => canNotify() && Notification.permission === 'granted' && device.read(KEY) === true;

/** Asks the browser, which asks the person; tells whether it may from now on. */
export async function wantNotices(wanted: boolean): Promise<boolean> {
  device.write(KEY, wanted && canNotify() && (await Notification.requestPermission()) === 'granted');
  return notifies();
}

/** `title`: what has happened; `words`: more of it; `tag`: what it is about, of which one notification is enough. */
export function alertNews(sound: boolean, title: string, words: string, tag: string): void {
  if (sound) play('turn');
  if (!document.hidden) return;
  said.unseen = title;
  showTitle();
  document.addEventListener('visibilitychange', seen); // once, however often
  if (!notifies()) return;
  const notice = { body: words, tag, icon: 'icon-192.png' };
  try {
    const shown = new Notification(title, notice);
    shown.onclick = () => {
      focus();
      shown.close();
    };
  } catch {
    // Android has them for service workers alone.
    void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, notice));
  }
}
