// SPDX-License-Identifier: MIT
//
// Where a rule comes from, as a tag behind it. What is printed as a rule has none.

import type { JSX } from 'preact';
import { t } from './text';

/** An option or another reading of a sheet, or what we decided where it is silent or unclear. */
export type Source = 'option' | 'reading' | 'ours';

export function sourceWords(source: Source): string {
  return source === 'option' ? t('printed option') : source === 'reading' ? t('another reading') : t('our ruling');
}

export function SourceTag({ source }: { source: Source }): JSX.Element {
  return <span class={`tag tag-${source}`}>{sourceWords(source)}</span>;
}
