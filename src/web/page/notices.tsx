// SPDX-License-Identifier: MIT
//
// The one notice that the page shows: what went wrong and can be tried again, what has happened, or else what is offered.

import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { cry } from './announcer';
import { Lacking, Refused } from './answers';
import type { SideColours } from './colours';
import { EngineLost } from './engine';
import { sideColours } from './games/list';
import { GAMES } from './games/names';
import { refusalWords } from './said';
import { learnRefusals, t } from './text';

interface Notice {
  text: string;
  bad?: boolean;
  action?: { label: string; run: () => void };
  /** What can be tried again. */
  failed?: (() => void)[];
  /** It was closed and not acted on. */
  onClose?: () => void;
}

const notice = signal<Notice | null>(null);
/** Stands until somebody answers it, whatever happens on the table. */
const offered = signal<Notice | null>(null);

export const notify = (said: Notice): void => {
  notice.value = said;
};

export const offer = (said: Notice): void => {
  offered.value = said;
};

/** A remark, which must not hide that something can be tried again. */
export const mention = (said: Notice): void => {
  if (!notice.peek()?.failed) notice.value = said;
};

export const clearNotice = (): void => {
  notice.value = null;
};

/** How the sides look of which a refusal may speak. */
let coloursNow = (): SideColours => sideColours(GAMES[0]);
export const speakOf = (colours: () => SideColours): void => {
  coloursNow = colours;
};

/** An error as one line for people; of one that is refused after learnRefusals(). */
export function wordsOf(error: unknown): string {
  if (error instanceof EngineLost) return t('The engine does not answer.');
  if (error instanceof Refused) return refusalWords(coloursNow(), error.message);
  return error instanceof Error ? error.message : String(error);
}

/** `again`: does once more what a lost engine, or the lack of something, has prevented; what is refused would be again. */
export function complain(error: unknown, again?: () => void): void {
  if (error instanceof Refused) void learnRefusals().then(() => tellTrouble(error));
  else tellTrouble(error, again);
}

function tellTrouble(error: unknown, again?: () => void): void {
  const text = wordsOf(error);
  cry(text);
  if (!(error instanceof EngineLost || error instanceof Lacking) || !again) return notify({ text, bad: true });
  // The table and a lesson, a puzzle or a review have engines of their own, which may fail together.
  const failed = [...(notice.peek()?.failed ?? []), again];
  const run = (): void => {
    clearNotice();
    for (const each of failed) each();
  };
  notify({ text, bad: true, failed, action: { label: t('Try again'), run } });
}

/** Does what may fail, and says if it has. */
export const tried = (work: () => Promise<void>): void => void work().catch((error: unknown) => complain(error, () => tried(work)));

export function NoticeBar(): JSX.Element | null {
  const shown = notice.value ? notice : offered;
  const said = shown.value;
  if (!said) return null;
  const close = (): void => {
    said.onClose?.();
    shown.value = null;
  };
  return (
    <div class={said.bad ? 'notice bad' : 'notice'}>
      <span>{said.text}</span>
      {said.action && (
        <button type="button" onClick={said.action.run}>
          {said.action.label}
        </button>
      )}
      <button type="button" class="close" aria-label={t('Close')} onClick={close}>
        ×
      </button>
    </div>
  );
}

/** Where a screen has no place of its own for it. */
export const NoticeAside = (): JSX.Element | null =>
  notice.value && (
    <div class="aside">
      <NoticeBar />
    </div>
  );
