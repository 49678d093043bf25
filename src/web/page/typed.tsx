// SPDX-License-Identifier: MIT
//
// A turn typed in the notation of the records, for those who are quicker that way.

import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { GameName } from './answers';
import { gameOf } from './games/list';
import { t } from './text';

export function TypedTurn({ game, onTurn, onClose }: { game: GameName; onTurn: (turn: string) => void; onClose: () => void }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []); // before the next key
  return (
    <form
      class="card typed"
      aria-label={t('Type a turn')}
      onSubmit={(event) => {
        event.preventDefault();
        onTurn(input.current?.value.trim() ?? '');
      }}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <label>
        <span>{t('Turn')}</span>
        <input ref={input} type="text" autocomplete="off" autocapitalize="off" spellcheck={false} placeholder={gameOf(game).exampleTurn} />
      </label>
      <button class="primary" type="submit">
        {t('Play')}
      </button>
    </form>
  );
}
