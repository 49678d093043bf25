// SPDX-License-Identifier: MIT
//
// "Solve Linja on this device": what it is, how far it is, and what is kept of it. It works on when the card is closed.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { gameOf } from '../games/list';
import { decimal, t, tn } from '../text';
import { rulesTitle } from '../words';
import {
  cancel,
  deleteFile,
  download,
  downloads,
  isSolved,
  lookAgain,
  MEMORY_GB,
  pause,
  serverTable,
  solve,
  STORAGE_MB,
  subjectOf,
  tables,
  threads,
  trouble,
  tellsBattery,
  waits,
  waitWhile,
  work,
  type Subject,
  type Trouble,
  type Wish,
  type Work,
} from './solving';
import { DOWNLOAD, tableName } from './tables';

const megabytes = (bytes: number): number => Math.max(1, Math.round(bytes / 1e6));

function troubleWords({ why, detail }: Trouble): string {
  switch (why) {
    case 'memory':
      return t('There is not enough memory for it here: it takes about {0} GB.', decimal(MEMORY_GB, 1));
    case 'storage':
      return t('This browser keeps no files for the page. It does so only at an address with https.');
    case 'full':
      return t('There is not enough room on this device: it takes up to {0} MB.', STORAGE_MB);
    case 'busy':
      return t('Another window is at work on it.');
    case 'damaged':
      return t('What was written could not be read back, so it was thrown away. Try again.');
    case 'network':
      return t('The connection was lost. Try again: what has come so far is kept.');
    case 'lost':
      return t('The browser has ended it, perhaps for want of memory.');
    case 'other':
      return t('It has failed: {0}', detail);
  }
}

function timeWords(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return seconds < 60 ? t('less than a minute left') : tn(minutes, 'about 1 minute left', 'about {0} minutes left');
}

function stageWords({ how, stage, share, seconds, asleep }: Work): string {
  if (stage === 'beginning') return t('Getting ready');
  if (stage === 'checking') return t('Reading it back and checking it');
  const percent = Math.floor(100 * share);
  const done = how === 'solve' ? t('{0} % solved', percent) : t('{0} % fetched', percent);
  if (asleep) return `${done}, ${t('paused')}`;
  return seconds === null ? done : `${done}, ${timeWords(seconds)}`;
}

/** What is under way. */
function Progress({ now }: { now: Work }): JSX.Element {
  const title = rulesTitle(now.game, now.rules);
  // Spoken now and then, not with every layer.
  const spoken = now.stage === 'running' ? Math.floor(4 * now.share) * 25 : now.stage;
  const [said, setSaid] = useState('');
  useEffect(() => setSaid(stageWords(now)), [spoken, now.asleep]);
  return (
    <div class="solving">
      <p>{title}</p>
      <progress max={1} value={now.stage === 'beginning' ? undefined : now.share} aria-label={t('Progress')} />
      <p aria-hidden="true">{stageWords(now)}</p>
      <p class="spoken" role="status">
        {said}
      </p>
      <div class="buttons">
        {now.stage === 'running' && (
          <button type="button" onClick={() => pause(!now.paused)}>
            {now.paused ? t('Go on') : t('Pause')}
          </button>
        )}
        <button type="button" onClick={cancel}>
          {t('Cancel')}
        </button>
      </div>
    </div>
  );
}

/** Offers to make the table of a rule set. */
function Offer({ subject }: { subject: Subject }): JSX.Element {
  const [served, setServed] = useState(0);
  useEffect(() => {
    setServed(0);
    void serverTable(subject).then(setServed);
  }, [subject.game, subject.rules]);
  const begunBytes = downloads.value.get(tableName(subject.game, subject.rules) + DOWNLOAD);
  return (
    <>
      <p>
        {t(
          'The computer works out what every position is worth under best play. From then on, also offline, level 10 plays perfectly, and hints and reviews are exact.',
        )}
      </p>
      <p class="small">
        {t(
          'It takes about {0} GB of memory while it works, a minute or a few, and up to {1} MB to keep.',
          decimal(MEMORY_GB, 1),
          STORAGE_MB,
        )}{' '}
        {threads() === 1 && t('Here it can use one processor only, which takes longer.')}
      </p>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => void solve(subject)}>
          {t('Solve: {0}', rulesTitle(subject.game, subject.rules))}
        </button>
        {served > 0 && (
          <button type="button" onClick={() => void download(subject)}>
            {begunBytes === undefined
              ? t('Fetch it from the server instead ({0} MB)', megabytes(served))
              : t('Go on fetching it from the server ({0} of {1} MB)', megabytes(begunBytes), megabytes(served))}
          </button>
        )}
      </div>
    </>
  );
}

function Waits({ wish, words }: { wish: Wish; words: string }): JSX.Element {
  return (
    <label class="rule">
      <input type="checkbox" checked={waits.value[wish]} onChange={(event) => waitWhile(wish, event.currentTarget.checked)} />
      <span>{words}</span>
    </label>
  );
}

/** All that takes room on the device, and that nobody is at work on. */
function Kept({ busy }: { busy: string }): JSX.Element | null {
  const kept = [...tables.value].map(([name, { bytes, sound }]) => ({
    name,
    bytes,
    words: sound === false ? t('It cannot be read: solve it again.') : '',
  }));
  const begun = [...downloads.value].map(([name, bytes]) => ({ name, bytes, words: t('Not whole yet') }));
  const all = [...kept, ...begun].flatMap((file) => {
    const of = subjectOf(file.name);
    return of && file.name !== busy ? [{ ...file, title: rulesTitle(of.game, of.rules) }] : [];
  });
  if (all.length === 0) return null;
  return (
    <>
      <h3>{t('Kept on this device')}</h3>
      <ul class="kept-tables">
        {all.map(({ name, bytes, title, words }) => (
          <li key={name}>
            <span>
              {title} <span class="small">{t('{0} MB', megabytes(bytes))}</span> <span class="small">{words}</span>
            </span>
            <button type="button" aria-label={t('{0}: {1}', t('Delete'), [title, words].join(' '))} onClick={() => void deleteFile(name)}>
              {t('Delete')}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

export function SolveCard({ subject }: { subject: Subject }): JSX.Element | null {
  const { title, hasTable } = gameOf(subject.game);
  const now = work.value;
  const failed = trouble.value;
  const [opened, setOpened] = useState(now !== null || failed !== null);
  useEffect(() => {
    if (opened) void lookAgain();
  }, [opened]);
  if (!hasTable) return null;
  const solved = isSolved(subject);
  return (
    <details class="solve" open={opened} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{t('Solve {0} on this device', title)}</summary>
      {now && <Progress now={now} />}
      {!now && solved && (
        <p role="status">{t('Solved: {0}. Values are exact, and level 10 plays perfectly.', rulesTitle(subject.game, subject.rules))}</p>
      )}
      {!now && failed && <p role="alert">{troubleWords(failed)}</p>}
      {!now && !solved && <Offer subject={subject} />}
      <Waits wish="hidden" words={t('Pause while the page is hidden')} />
      {tellsBattery && <Waits wish="battery" words={t('Pause on battery power')} />}
      <Kept busy={now?.how === 'download' ? tableName(now.game, now.rules) + DOWNLOAD : ''} />
    </details>
  );
}
