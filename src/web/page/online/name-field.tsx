// SPDX-License-Identifier: MIT
//
// The name that others see, kept on the device for the next game. What a name may be is the server's affair.

import type { JSX } from 'preact';
import { device } from '../storage';
import { t } from '../text';

const KEY = 'name';
const LONGEST = 32;

export function keptName(): string {
  const found = device.read(KEY);
  return typeof found === 'string' ? found.slice(0, LONGEST) : '';
}

export const keepName = (name: string): void => void device.write(KEY, name.trim());

export const NameField = ({ value, onChange }: { value: string; onChange: (name: string) => void }): JSX.Element => (
  <label class="name-field">
    <span>{t('Your name, for the other player')}</span>
    <input
      type="text"
      name="name"
      autocomplete="nickname"
      maxLength={LONGEST}
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  </label>
);
