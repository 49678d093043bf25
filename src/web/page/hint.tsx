// SPDX-License-Identifier: MIT
//
// A hint in three steps: where to look, which turn (it is shown on the board), and why.

import type { JSX } from 'preact';
import { value } from './answers';
import { Heard } from './heard';
import { sentences } from './said';
import type { Session } from './session';
import { t } from './text';

const STEPS = 3;

export interface Hint {
  /** The position it is about. */
  position: string;
  said: string[];
  /** The turn, once it is told. */
  turn: string;
}

/** The first hint for a position, or one step more. */
export async function moreHint(session: Session, before: Hint | null): Promise<Hint | null> {
  const { table } = session;
  if (!table) return null;
  const { position } = table.state;
  const said = before?.position === position ? before.said : [];
  if (said.length >= STEPS) return before;
  const lines = await session.hint(said.length + 1);
  return { position, said: [...said, ...sentences(table.colours, lines)], turn: value(lines, 'turn') };
}

/** Whether it is about what is on the table. */
export function isAbout(hint: Hint | null, session: Session): hint is Hint {
  return hint !== null && session.open && hint.position === session.table?.state.position;
}

export function HintCard({ hint, onMore, onClose }: { hint: Hint; onMore: () => void; onClose: () => void }): JSX.Element {
  const next = [t('Show the turn'), t('Why?')][hint.said.length - 1];
  return (
    <section class="card hint" aria-label={t('Hint')}>
      <ol>
        {hint.said.map((said) => (
          <li key={said}>
            <Heard text={said} />
          </li>
        ))}
      </ol>
      <div class="buttons">
        {next !== undefined && (
          <button type="button" onClick={onMore}>
            {next}
          </button>
        )}
        <button type="button" class="quiet" aria-label={t('Close the hint')} onClick={onClose}>
          ×
        </button>
      </div>
    </section>
  );
}
