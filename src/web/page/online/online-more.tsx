// SPDX-License-Identifier: MIT
//
// The panels beside a game elsewhere: the set phrases, and what is wanted less often: links for others, the seat for
// another device, what is to be heard, the end.

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { toHeading } from '../focus';
import type { Settings } from '../keep';
import { cardAddress } from '../learn-address';
import { Draws } from '../more';
import { PlainAddress } from '../panel';
import { GAMES_LIST } from '../routes';
import type { Table } from '../table';
import { t } from '../text';
import { playAddress, seatAddress } from './addresses';
import { canNotify, notifies, wantNotices } from './alerts';
import { LinkCard } from './link-card';
import { PHRASES, type Phrase } from './protocol';
import type { Room } from './room';
import { phraseWords, titleOf } from './words';

function Panel({ title, onClose, children }: { title: string; onClose: () => void; children: ComponentChildren }): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => toHeading(heading.current), []);
  return (
    <section class="card more" aria-label={title}>
      <h2 tabIndex={-1} ref={heading}>
        {title}
      </h2>
      {children}
      <div class="buttons ending">
        <button type="button" class="primary" onClick={onClose}>
          {t('Back to the game')}
        </button>
      </div>
    </section>
  );
}

export const SayPanel = ({ onSay, onClose }: { onSay: (phrase: Phrase) => void; onClose: () => void }): JSX.Element => (
  <Panel title={t('Say something')} onClose={onClose}>
    <div class="buttons phrases">
      {PHRASES.map((phrase) => (
        <button key={phrase} type="button" onClick={() => onSay(phrase)}>
          {phraseWords()[phrase]}
        </button>
      ))}
    </div>
  </Panel>
);

interface Props {
  room: Room;
  table: Table;
  settings: Settings;
  onSettings: (changed: Partial<Settings>) => void;
  say: (text: string) => void;
  onFlip: () => void;
  onReview: () => void;
  onResign: () => void;
  onSave: () => void;
  onClose: () => void;
}

export function OnlineMore(props: Props): JSX.Element {
  const { room, table, settings, onSettings, say } = props;
  const { end } = table;
  const seat = room.seat?.moved ? null : room.seat;
  const [shown, setShown] = useState<'watch' | 'seat' | null>(null);
  const [told, setTold] = useState(notifies);
  return (
    <Panel title={t('More')} onClose={props.onClose}>
      <div class="buttons">
        <button type="button" aria-expanded={shown === 'watch'} onClick={() => setShown(shown === 'watch' ? null : 'watch')}>
          {t('Link for spectators')}
        </button>
        {seat && (
          <button type="button" aria-expanded={shown === 'seat'} onClick={() => setShown(shown === 'seat' ? null : 'seat')}>
            {t('Continue on another device')}
          </button>
        )}
        <button type="button" onClick={props.onSave}>
          {t('Save')}
        </button>
        <button type="button" onClick={props.onFlip}>
          {t('Flip')}
        </button>
        {seat && (
          <button type="button" disabled={end.over} onClick={props.onResign}>
            {t('Resign')}
          </button>
        )}
        <a class="button" href={GAMES_LIST}>
          {t('Your games')}
        </a>
        <a class="button" href={cardAddress(end.game, end.rules)}>
          {t('Rule card')}
        </a>
      </div>
      {shown === 'watch' && (
        <LinkCard fragment={playAddress(room.id)} title={titleOf(room.view)} label={t('Whoever opens this link can watch:')} say={say} />
      )}
      {shown === 'seat' && seat && (
        <>
          <p>
            {t(
              'Open this link on the other device, or let it look at the code: then your seat is there and no longer here. Show it to nobody else.',
            )}
          </p>
          <LinkCard fragment={seatAddress(seat)} title={titleOf(room.view)} label={t('Link to your seat')} say={say} />
        </>
      )}
      <label class="rule">
        <input type="checkbox" checked={settings.sound} onChange={(event) => onSettings({ sound: event.currentTarget.checked })} />
        <span>{t('Sound')}</span>
      </label>
      {canNotify() && (
        <label class="rule">
          <input
            type="checkbox"
            checked={told}
            onChange={(event) => {
              const box = event.currentTarget;
              void wantNotices(box.checked).then((may) => {
                setTold(may);
                box.checked = may;
              });
            }}
          />
          <span>{t('Notify me when it is my turn')}</span>
        </label>
      )}
      <PlainAddress />
      {end.commitment && <Draws end={end} />}
    </Panel>
  );
}
