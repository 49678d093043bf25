// SPDX-License-Identifier: MIT
//
// Puzzles: a position in which one turn is better than all others, proved by the C code, to be found
// on the board. Numbers mean the same puzzle everywhere; the address names the one that is shown.

import type { JSX } from 'preact';
import { useEffect, useReducer, useRef } from 'preact/hooks';
import { Gone } from './desk';
import { useDeskBoard } from './desk-board';
import { EngineLost } from './engine';
import { gameOf } from './games/list';
import { GAMES } from './games/names';
import { Puzzle, type PuzzleName } from './puzzle';
import { NUMBER_MOST, numberAfter } from './puzzle-keep';
import { t } from './text';

const GRADES = 5;

interface Props {
  puzzle: PuzzleName;
  /** Another puzzle is wanted. */
  onPuzzle: (puzzle: PuzzleName) => void;
  onClose: () => void;
  say: (text: string) => void;
  onError: (error: unknown, again: () => void) => void;
}

export function themeName(theme: string): string {
  const names: Record<string, string> = {
    crowd: t('a long follow-up'),
    goal: t('pawns into the goal'),
    exact: t('exact arrival'),
    extra: t('extra turn'),
    mean: t('mean bonus'),
    brake: t('short steps for the other side'),
    finish: t('the end of the game'),
    quiet: t('a quiet turn'),
    'take-over': t('take-over'),
    claim: t('a new marker'),
    marker: t('a marker moves'),
    growth: t('growing lines'),
    enclosure: t('enclosed line'),
    blue: t('blue rhombs'),
    spoil: t('spoiling lines'),
    'last-tile': t('the last tile'),
  };
  return names[theme] ?? theme;
}

export function PuzzleScreen({ puzzle: wanted, onPuzzle, onClose, say, onError }: Props): JSX.Element {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const heading = useRef<HTMLHeadingElement>(null);
  const closed = useRef(false);
  const made = useRef<Puzzle | null>(null);
  made.current ??= new Puzzle(wanted.game, () => refresh(undefined));
  const puzzle = made.current;
  const { desk, posed, answered, done, game, score } = puzzle;
  const tried = (work: () => Promise<void>): void =>
    void work().catch((error: unknown) => {
      if (error instanceof Gone || (closed.current && error instanceof EngineLost)) return;
      onError(error, () => tried(work));
    });

  useEffect(
    () => () => {
      closed.current = true;
      desk.close();
    },
    [],
  );

  useEffect(
    () =>
      tried(async () => {
        const found = await puzzle.pose(wanted);
        if (!found) return;
        say(found.task.join(' '));
        heading.current?.focus();
        if (found.number !== wanted.number) onPuzzle({ game: wanted.game, number: found.number });
      }),
    [wanted.game, wanted.number],
  );

  async function check(turn: string): Promise<void> {
    const found = await puzzle.check(turn);
    if (found) say([found.right ? t('Right!') : t('Not the one.'), ...found.said].join(' '));
  }

  async function showSolution(): Promise<void> {
    const found = await puzzle.solve();
    if (found) say([t('The solution is {0}.', found.solution), ...found.said].join(' '));
  }

  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.scrollIntoView({ block: 'nearest' }), [answered]);

  const { board, choices, buttons } = useDeskBoard({
    desk,
    flipped: gameOf(game).hasEnds && desk.table?.state.side === 'b',
    open: puzzle.open,
    hint: answered && done && !answered.right ? answered.solution : '',
    say,
    tried,
    onTurn: (turn) => tried(() => check(turn)),
  });
  const title =
    answered === null ? null : answered.right ? t('Right!') : done ? t('The solution is {0}.', answered.solution) : t('Not the one.');
  return (
    <main class={`play-${game} puzzle`}>
      <div class="stage">
        <div class="table">{posed ? board : <p class="waiting thinking">{t('Looking for a puzzle…')}</p>}</div>
        <div class="head">
          <section class="card status" aria-label={t('Puzzle')}>
            <h1 tabIndex={-1} ref={heading}>
              {posed ? t('Puzzle {0}', posed.number) : t('Puzzle')}
              {posed && score.solved.includes(posed.number) && (
                <span class="mark mark-great" role="img" aria-label={t('solved')}>
                  ✓
                </span>
              )}
            </h1>
            {posed && (
              <p class="grade">
                <span role="img" aria-label={t('Grade {0} of {1}', posed.grade, GRADES)}>
                  {'●'.repeat(posed.grade)}
                  {'○'.repeat(GRADES - posed.grade)}
                </span>
              </p>
            )}
            {posed?.task.map((said) => (
              <p key={said} class="task">
                {said}
              </p>
            ))}
          </section>
          {answered && (
            <section ref={card} class={`card answer ${answered.right ? 'right' : 'wrong'}`} aria-label={t('Your answer')}>
              <h2>{title}</h2>
              {answered.said.map((said) => (
                <p key={said}>{said}</p>
              ))}
              {done && posed && posed.themes.length > 0 && <p class="small">{t('About: {0}.', posed.themes.map(themeName).join(', '))}</p>}
            </section>
          )}
          {!done && choices}
        </div>
        <div class="controls" role="toolbar" aria-label={t('Controls')}>
          {!done && buttons}
          <button
            type="button"
            class={done ? 'primary' : ''}
            disabled={!posed}
            onClick={() => posed && onPuzzle({ game, number: numberAfter(posed.number) })}
          >
            {t('Next puzzle')}
          </button>
          {!done && (
            <button type="button" disabled={!puzzle.open} onClick={() => tried(showSolution)}>
              {t('Show the solution')}
            </button>
          )}
          <button type="button" onClick={onClose}>
            {t('Back to the game')}
          </button>
        </div>
      </div>
      <div class="side">
        <section class="card streak" aria-label={t('Your puzzles')}>
          <dl>
            <div>
              <dt>{t('In a row')}</dt>
              <dd data-streak>{score.streak}</dd>
            </div>
            <div>
              <dt>{t('Longest')}</dt>
              <dd>{score.longest}</dd>
            </div>
            <div>
              <dt>{t('Solved')}</dt>
              <dd>{score.solved.length}</dd>
            </div>
          </dl>
          <div class="choice" role="group" aria-label={t('Game')}>
            {GAMES.map((name) => (
              <button
                key={name}
                type="button"
                class="pill"
                aria-pressed={name === game}
                onClick={() => name !== game && onPuzzle({ game: name, number: null })}
              >
                {gameOf(name).title}
              </button>
            ))}
          </div>
          <form
            class="typed"
            onSubmit={(event) => {
              event.preventDefault();
              const typed = Number(new FormData(event.currentTarget).get('number'));
              if (Number.isSafeInteger(typed) && typed >= 0 && typed <= NUMBER_MOST) onPuzzle({ game, number: typed });
            }}
          >
            <label>
              <span class="small">{t('Puzzle by number')}</span>
              <input type="number" name="number" min="0" max={NUMBER_MOST} required inputMode="numeric" />
            </label>
            <button type="submit">{t('Go')}</button>
          </form>
          {score.solved.length > 0 && (
            <details>
              <summary>{t('Solved puzzles')}</summary>
              <ul class="solved">
                {[...score.solved]
                  .sort((a, b) => a - b)
                  .map((number) => (
                    <li key={number}>
                      <button type="button" class="pill" onClick={() => onPuzzle({ game, number })}>
                        {number}
                      </button>
                    </li>
                  ))}
              </ul>
            </details>
          )}
        </section>
      </div>
    </main>
  );
}
