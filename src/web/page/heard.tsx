// SPDX-License-Identifier: MIT
//
// A text with numbers in it, for eyes and ears alike: many readers pass over a minus sign, so there it is a word.

import type { JSX } from 'preact';
import { heard, MINUS } from './text';

export const Heard = ({ text }: { text: string }): JSX.Element => (
  <>
    {text.split(new RegExp(`(${MINUS.source})`)).map((piece, i) =>
      i % 2 === 0 ? (
        piece
      ) : (
        <span key={i}>
          <span aria-hidden="true">{piece}</span>
          <span class="unseen">{heard(piece)}</span>
        </span>
      ),
    )}
  </>
);
