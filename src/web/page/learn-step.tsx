// SPDX-License-Identifier: MIT
//
// One step of a tutorial, played on the same boards as a game, in a session of its own: the match on
// the table knows nothing of it. A turn that solves the task is praised and kept; another legal turn
// gets a kind word and the position back.

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { GameName } from './answers';
import { toBoard } from './focus';
import { keepLesson, keptLessons } from './keep';
import { cardAddress, LEARN, lessonAddress } from './learn-address';
import { gameOf, turnWords } from './games/list';
import { courseWith, kindWord, LESSON_SEED, type Done } from './lesson';
import { readouts } from './readouts';
import { Session, type Event } from './session';
import { t } from './text';
import { useTurnBoard } from './turn-board';
import { statusLine } from './words';

interface Props {
  game: GameName;
  /** What is special about it; '': all that is needed for the rules. */
  chapter: string;
  /** The number of the lesson; one that there is not leads to the first or the last. */
  step: number;
  /** The rules that the learner is about to play by. */
  rules: string;
  /** The pause between the computer's steps; null: the usual one. */
  pause: number | null;
  say: (text: string) => void;
  complain: (error: unknown, again: () => void) => void;
  /** Goes to the table with this game. */
  onPlay: (game: GameName) => void;
}

interface Said {
  kind: 'well' | 'again' | 'hint';
  text: string;
  /** The turn that the board points at. */
  turn?: string;
}

const wait = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** How long the board shows a turn that was not asked for, in steps of the computer. */
const LINGER = 3;

export function LessonStep({ game, chapter: wanted, step, rules, pause, say, complain, onPlay }: Props): JSX.Element {
  const { chapter, lessons } = courseWith(game, rules, wanted, step);
  const found = lessons.findIndex((each) => each.number === step);
  const place = found >= 0 ? found : step === 0 ? 0 : lessons.length - 1;
  const lesson = lessons[place];
  const number = lesson?.number ?? 0;
  const address = (at: number): string => lessonAddress(game, lessons[at]?.number ?? 1, chapter);
  const { title: name, chapterTitle, endingWords, sheetNames } = gameOf(game);
  // What is done asks what was said last, which may not be drawn yet.
  const saying = useSignal<Said | null>(null);
  const said = saying.value;
  const [solved, setSolved] = useState(false);
  /** The board shows something for a moment and takes no turns. */
  const [busy, setBusy] = useState(false);
  /** The step whose position is on the board. */
  const [ready, setReady] = useState(0);
  const [flipped, setFlipped] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const next = useRef<HTMLAnchorElement>(null);
  const latest = useRef<(event: Event) => void>(() => undefined);
  const sessionRef = useRef<Session | null>(null);
  sessionRef.current ??= new Session((event) => latest.current(event), false);
  const session = sessionRef.current;
  if (pause !== null) session.stepPause = pause;
  const { table } = session;
  const left = useRef(false);
  /** Leaving the lesson ends its engine; what was asked of it is then of no interest. */
  const tried = (work: () => Promise<void>): void =>
    void work().catch((error: unknown) => left.current || complain(error, () => tried(work)));

  function tell(kind: Said['kind'], text: string, turn = ''): void {
    saying.value = { kind, text, turn };
    say(text);
  }

  async function begin(): Promise<void> {
    if (!lesson) return;
    await session.setUp({
      game,
      rules: lesson.rules,
      position: lesson.position,
      seed: LESSON_SEED,
      seats: [{ kind: 'person' }, lesson.level === undefined ? { kind: 'person' } : { kind: 'computer', level: lesson.level }],
    });
    rest();
    setBusy(false);
    setReady(number);
  }

  /** Looks at what the learner has done; puts the position back if it was something else. */
  async function judge(turn: string): Promise<void> {
    const now = session.table;
    if (!lesson || !now) return;
    if (lesson.level !== undefined && !now.state.over) return;
    const done: Done = { turn, before: lesson.position, after: now.state, described: now.described };
    if (lesson.accepts(done)) {
      keepLesson(game, number);
      setSolved(true);
      const ending = lesson.level === undefined ? '' : `${statusLine(session).title}. `;
      return tell('well', ending + lesson.well);
    }
    tell('again', kindWord(lesson, done));
    setBusy(true);
    await wait(LINGER * session.stepPause);
    if (session.table !== now) return;
    await begin();
    toBoard();
  }

  latest.current = (event) => {
    if (event.kind === 'step' && session.open && session.table?.part && !busy) say(statusLine(session).title);
    if (event.kind !== 'turn') return;
    rest();
    if (event.computer && session.table) say(`${turnWords(game, session.table.state.did.at(-1))}. ${statusLine(session).title}`);
    tried(() => judge(event.turn));
  };

  useEffect(() => {
    saying.value = null;
    setSolved(false);
    heading.current?.focus();
    tried(begin);
  }, [game, number]);
  useEffect(
    () => () => {
      left.current = true;
      session.close();
    },
    [],
  );
  useEffect(() => {
    if (solved) next.current?.focus();
  }, [solved]);

  // On a small phone what is new may lie below the edge.
  const asks = table?.part ? 'part' : '';
  useEffect(() => {
    const fresh = document.querySelector(said ? '.said' : asks ? '.choices' : ':not(*)');
    fresh?.scrollIntoView({ block: 'nearest' });
  }, [said, asks]);

  const open = session.open && !solved && !busy && ready === number;

  /** Makes one step more; where the last one makes the turn, that is made. */
  async function go(part: string, whole: boolean): Promise<void> {
    saying.value = null;
    await (whole ? session.advance(part) : session.choose(part));
  }
  async function back(): Promise<void> {
    if (!open || !table?.part) return;
    await session.choose(table.before);
    say(statusLine(session).title);
  }

  const { board, choices, line, rotate, rest } = useTurnBoard({
    table,
    open,
    busy: () => session.busy,
    flipped,
    hint: said?.turn ?? '',
    fresh: ready,
    onPart: (part, whole) => tried(() => go(part, whole)),
    onBack: () => tried(back),
    say,
  });

  /** Words first; who asks again is shown the turn. */
  async function hint(): Promise<void> {
    if (!lesson) return;
    const before = saying.peek();
    if (before?.kind !== 'hint' || !lesson.solution) return tell('hint', lesson.hint);
    if (session.table?.part) await session.choose('');
    const steps = await session.whatDoes(lesson.solution);
    if (saying.peek() === before) tell('hint', t('Like this: {0}.', turnWords(game, steps)), lesson.solution);
  }

  useEffect(() =>
    readouts({
      session: () => session,
      say,
      flip: () => setFlipped(!flipped),
      type: () => undefined,
      undo: () => tried(back),
      escape: () => tried(back),
      rotate,
    }),
  );

  if (!lesson) return <main />;
  const done = keptLessons(game);
  const sheet = sheetNames(lesson);
  const status = table && !solved ? statusLine(session).title : '';
  const making = open && table !== null && table.part !== '';
  return (
    <main class={`lesson play-${game}`} aria-busy={busy || ready !== number}>
      <div class="stage">
        <section class="card lesson-card" aria-label={t('Lesson')}>
          <p class="small">
            {t('{0}, step {1} of {2}', chapter ? t('{0}: {1}', name, chapterTitle(chapter)) : name, place + 1, lessons.length)}
          </p>
          <h1 tabIndex={-1} ref={heading}>
            {lesson.title}
          </h1>
          <p>{lesson.text}</p>
          {sheet && <p class="small">{t('On the sheet: {0}.', sheet)}</p>}
          <p class="lesson-task">{lesson.task}</p>
        </section>
        <div class="table">{board}</div>
        <div class="head">
          <div class={said ? `said said-${said.kind}` : 'said'}>{said?.text ?? line ?? (status || '\u00a0')}</div>
          {choices}
        </div>
        <div class="controls" role="toolbar" aria-label={t('Controls')}>
          {making && table.steps.whole && (
            <button class="primary" type="button" onClick={() => tried(() => session.play(table.part).then(toBoard))}>
              {endingWords(table)}
            </button>
          )}
          {open && table?.steps.longer[0] === '--' && (
            <button class="primary" type="button" onClick={() => tried(() => session.play('--').then(toBoard))}>
              {t('Pass')}
            </button>
          )}
          {making && (
            <button type="button" onClick={() => tried(back)}>
              {t('Take back step')}
            </button>
          )}
          {!making && (
            <a class="button" href={place > 0 ? address(place - 1) : LEARN}>
              {t('Back')}
            </a>
          )}
          {solved ? (
            <button
              type="button"
              onClick={() => {
                setSolved(false);
                saying.value = null;
                tried(begin);
              }}
            >
              {t('Again')}
            </button>
          ) : (
            <button type="button" disabled={!open} onClick={() => tried(hint)}>
              {said?.kind === 'hint' && lesson.solution ? t('Show me') : t('Hint')}
            </button>
          )}
          {!making && place + 1 < lessons.length && (
            <a ref={next} class={solved ? 'button primary' : 'button'} href={address(place + 1)}>
              {t('Next')}
            </a>
          )}
          {solved && chapter && place + 1 === lessons.length && (
            <a ref={next} class="button primary" href={LEARN}>
              {t('Learn')}
            </a>
          )}
          {solved && !chapter && place + 1 === lessons.length && (
            <button class="primary" type="button" onClick={() => onPlay(game)}>
              {t('Play a whole game')}
            </button>
          )}
        </div>
      </div>
      <nav class="side steps" aria-label={t('Steps')}>
        <ol>
          {lessons.map((each, i) => (
            <li key={each.number}>
              <a href={address(i)} aria-current={i === place ? 'step' : undefined} class={done.includes(each.number) ? 'done' : ''}>
                <span class="step-number" aria-hidden="true">
                  {done.includes(each.number) ? '✓' : i + 1}
                </span>
                {each.title}
                {done.includes(each.number) && <span class="spoken"> {t('(done)')}</span>}
              </a>
            </li>
          ))}
        </ol>
        <p>
          <a href={cardAddress(game, lesson.rules)}>{t('Rule card')}</a>
        </p>
      </nav>
    </main>
  );
}
