// SPDX-License-Identifier: MIT
//
// The button that lets somebody choose a file of the device.

import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { t } from './text';

interface Props {
  /** The kinds of file that are offered, as an input has them. */
  accept: string;
  /** What is opened. */
  label: string;
  onFile: (file: File) => void;
}

export function OpenFile({ accept, label, onFile }: Props): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => input.current?.click()}>
        {t('Open…')}
      </button>
      <input
        ref={input}
        class="hidden"
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0];
          if (chosen) onFile(chosen);
          event.currentTarget.value = ''; // the same file may be chosen again
        }}
      />
    </>
  );
}
