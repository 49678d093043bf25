// SPDX-License-Identifier: MIT
//
// The panel with what is wanted less often: sharing and files, settings, giving up, the keys.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { State } from './answers';
import { canVibrate } from './sound';
import { toHeading } from './focus';
import type { Settings } from './keep';
import { ABOUT } from './learn-address';
import { Choice } from './rules-choice';
import { OpenFile } from './open-file';
import { FRIEND } from './online/addresses';
import { PlainAddress } from './panel';
import { GAMES_LIST } from './routes';
import { SolveCard } from './solve/card';
import { languageFor, languages, speak, t } from './text';

export interface MoreActions {
  save: () => void;
  open: (file: File) => void;
  share: () => void;
  picture: (kind: 'svg' | 'png') => void;
  resign: () => void;
  review: () => void;
  flip: () => void;
  close: () => void;
}

interface Props {
  /** There is a server for games elsewhere. */
  served: boolean;
  settings: Settings;
  onSettings: (changed: Partial<Settings>) => void;
  actions: MoreActions;
  /** The link to this game, once it was asked for. */
  link: string | null;
  mayResign: boolean;
  /** How the game stands after its last turn. */
  end: State | null;
  /** Where the rules of this game are told. */
  rules: string;
}

function Keys(): JSX.Element {
  const keys: readonly (readonly [string, string])[] = [
    ['l', t('last move')],
    ['m', t('possible moves')],
    ['c', t('clock and score')],
    ['f', t('flip the board')],
    ['i', t('type a turn')],
    ['r', t('turn the tile (Liniell)')],
    ['u', t('undo')],
    ['Esc', t('take back a step')],
  ];
  return (
    <details>
      <summary>{t('Keys')}</summary>
      <dl class="keys">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** What was promised of the draws of a game between people, and how to check it. */
export function Draws({ end }: { end: State }): JSX.Element {
  return (
    <details class="draws">
      <summary>{t('Draws nobody can know')}</summary>
      <p>{t('The order of the tiles is fixed by this commitment:')}</p>
      <code>{end.commitment}</code>
      <p>
        {end.key
          ? t('The key of this game. With the saved file, “linework liniell verify-draws” checks it:')
          : t('The key will be told when the game is over.')}
      </p>
      {end.key && <code>{end.key}</code>}
    </details>
  );
}

/** The names of the languages are not translated: who needs one must be able to read it. */
function LanguageChoice({ settings, onSettings }: Pick<Props, 'settings' | 'onSettings'>): JSX.Element {
  const choose = (language: string): void => void speak(languageFor(language)).then(() => onSettings({ language }));
  return (
    <label class="language">
      <span>{t('Language')}</span>
      <select value={settings.language} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{t('System')}</option>
        {Object.entries(languages).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

export function MorePanel({ served, settings, onSettings, actions, link, mayResign, end, rules }: Props): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => toHeading(heading.current), []);
  return (
    <section class="card more" aria-label={t('More')}>
      <h2 tabIndex={-1} ref={heading}>
        {t('More')}
      </h2>
      <div class="buttons">
        <button type="button" onClick={actions.review}>
          {t('Review the game')}
        </button>
        <button type="button" onClick={actions.share}>
          {t('Share by link')}
        </button>
        <button type="button" onClick={actions.save}>
          {t('Save')}
        </button>
        <OpenFile accept=".lwg,text/plain" label={t('Open a saved game')} onFile={actions.open} />
        <button type="button" onClick={actions.flip}>
          {t('Flip')}
        </button>
        <button type="button" onClick={() => actions.picture('svg')}>
          {t('Board as SVG')}
        </button>
        <button type="button" onClick={() => actions.picture('png')}>
          {t('Board as PNG')}
        </button>
        <button type="button" disabled={!mayResign} onClick={actions.resign}>
          {t('Resign')}
        </button>
        {served && (
          <a class="button" href={FRIEND}>
            {t('Play a friend')}
          </a>
        )}
        <a class="button" href={GAMES_LIST}>
          {t('Your games')}
        </a>
        <a class="button" href={rules}>
          {t('Rule card')}
        </a>
        <a class="button" href={ABOUT}>
          {t('About')}
        </a>
      </div>
      {link && (
        <label class="link">
          <span>{t('The whole game is in this address:')}</span>
          <input type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
      <Choice
        legend={t('Appearance')}
        name="theme"
        value={settings.theme}
        onChange={(theme) => onSettings({ theme })}
        options={[
          ['system', t('System')],
          ['light', t('Light')],
          ['dark', t('Dark')],
        ]}
      />
      <LanguageChoice settings={settings} onSettings={onSettings} />
      <label class="rule">
        <input type="checkbox" checked={settings.sound} onChange={(event) => onSettings({ sound: event.currentTarget.checked })} />
        <span>{t('Sound')}</span>
      </label>
      {canVibrate() && (
        <label class="rule">
          <input
            type="checkbox"
            checked={settings.vibration}
            onChange={(event) => onSettings({ vibration: event.currentTarget.checked })}
          />
          <span>{t('Vibration')}</span>
        </label>
      )}
      {end && <SolveCard subject={end} />}
      {end?.commitment && <Draws end={end} />}
      <PlainAddress />
      <Keys />
      <div class="buttons ending">
        <button type="button" class="primary" onClick={actions.close}>
          {t('Back to the game')}
        </button>
      </div>
    </section>
  );
}
