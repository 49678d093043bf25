// SPDX-License-Identifier: MIT
//
// A link for another device: to send, to copy, or to show across the table as a code for its camera.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { sharesByItself } from '../share';
import { t } from '../text';
import { codeOf, ownAddress } from './server';

interface Props {
  /** Of the address, with its sign. */
  fragment: string;
  title: string;
  label: string;
  say: (text: string) => void;
}

export function LinkCard({ fragment, title, label, say }: Props): JSX.Element | null {
  const [link, setLink] = useState('');
  const [isForOthers, setIsForOthers] = useState(true);
  const [code, setCode] = useState<string | null>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    let ended = false;
    void ownAddress().then(async (own) => {
      if (ended) return;
      setLink(own.address + fragment);
      setIsForOthers(own.isForOthers);
      const made = await codeOf(own.address + fragment);
      if (!ended) setCode(made);
    });
    return () => {
      ended = true;
    };
  }, [fragment]);
  const copy = async (): Promise<void> => {
    try {
      if (sharesByItself()) return await navigator.share({ title, url: link });
      await navigator.clipboard.writeText(link);
      setCopied(true);
      say(t('The link is copied.'));
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return; // it was not wanted after all
      // At a plain address there is no clipboard: the field is there to copy from.
      const field = document.querySelector<HTMLInputElement>('.link-card input');
      field?.focus();
      field?.select();
      say(t('Copy the link from the field.'));
    }
  };
  if (!link) return null;
  return (
    <div class="link-card">
      <label class="link">
        <span>{label}</span>
        <input type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => void copy()}>
          {sharesByItself() ? t('Share') : copied ? t('The link is copied.') : t('Copy the link')}
        </button>
      </div>
      {code && isForOthers && <img class="code" src={code} alt={t('The link as a code for a camera')} />}
      {!isForOthers && (
        <p class="small">{t('This address works on this machine only. “linework serve --everyone” lets other devices in.')}</p>
      )}
    </div>
  );
}
