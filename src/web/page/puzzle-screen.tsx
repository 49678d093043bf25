// SPDX-License-Identifier: MIT
//
// Puzzles: a position in which one turn is better than all others, proved by the C code, to be found
// on the board; or one in which a better turn was missed in a game of one's own. Numbers and days mean the same puzzle
// everywhere; the address names the one that is shown.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Gone } from './desk';
import { useDeskBoard } from './desk-board';
import { EngineLost } from './engine';
import { gameOf } from './games/list';
import { Heard } from './heard';
import { Puzzle, puzzleFragment, type PuzzleName, type Posed } from './puzzle';
import { PuzzleChoice } from './puzzle-choice';
import { GRADES } from './puzzle-keep';
import { dayTitle, gradeName, themeName } from './puzzle-words';
import { t } from './text';
import { rulesTitle } from './words';

interface Props {
  puzzle: PuzzleName;
  /** Whether that is the puzzle that is wanted now, which a press changes before anything is drawn. */
  isWanted: (puzzle: PuzzleName) => boolean;
  /** Another puzzle is wanted. */
  onPuzzle: (puzzle: PuzzleName) => void;
  onClose: () => void;
  say: (text: string) => void;
  onError: (error: unknown, again: () => void) => void;
}

export function PuzzleScreen({ puzzle: wanted, isWanted, onPuzzle, onClose, say, onError }: Props): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  const closed = useRef(false);
  const made = useRef<Puzzle | null>(null);
  made.current ??= new Puzzle(wanted.game);
  const puzzle = made.current;
  const { desk, posed, answered, done, game, score } = puzzle;
  const { number, day, mine } = wanted;
  const tried = (work: () => Promise<void>): void =>
    void work().catch((error: unknown) => {
      if (error instanceof Gone || (closed.current && error instanceof EngineLost)) return;
      onError(error, () => tried(work));
    });

  useEffect(
    () => () => {
      closed.current = true;
      puzzle.close();
    },
    [],
  );

  async function load(name: PuzzleName): Promise<void> {
    const found = await puzzle.pose(name, () => isWanted(name));
    if (!found) return;
    say(found.task.join(' '));
    heading.current?.focus();
    if (puzzleFragment(found.name) !== puzzleFragment(name)) onPuzzle(found.name);
  }

  useEffect(() => tried(() => load(wanted)), [wanted.game, number, day, mine]);

  /** Another one of the mistakes has the same address. */
  const go = (name: PuzzleName): void => (name.mine && mine ? tried(() => load(name)) : onPuzzle(name));

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
              {posed ? titleOf(posed) : t('Puzzle')}
              {posed && posed.number > 0 && score.solved.includes(posed.number) && (
                <span class="mark mark-great" role="img" aria-label={t('solved')}>
                  ✓
                </span>
              )}
            </h1>
            {posed && (
              <p class="grade">
                {posed.grade > 0 && (
                  <span role="img" aria-label={t('Grade {0} of {1}', posed.grade, GRADES)} title={gradeName(posed.grade)}>
                    {'●'.repeat(posed.grade)}
                    {'○'.repeat(GRADES - posed.grade)}
                  </span>
                )}{' '}
                <span class="small">{rulesTitle(game, posed.rules)}</span>
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
                <p key={said}>
                  <Heard text={said} />
                </p>
              ))}
              {done && posed && posed.themes.length > 0 && <p class="small">{t('About: {0}.', posed.themes.map(themeName).join(', '))}</p>}
            </section>
          )}
          {!done && choices}
        </div>
        <div class="controls" role="toolbar" aria-label={t('Controls')}>
          {!done && buttons}
          <button type="button" class={done ? 'primary' : ''} disabled={!posed} onClick={() => go(puzzle.next)}>
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
        <PuzzleChoice puzzle={puzzle} onPuzzle={go} />
      </div>
    </main>
  );
}

function titleOf({ name, number }: Posed): string {
  if (name.mine) return t('Your mistake');
  return name.day === undefined ? t('Puzzle {0}', number) : dayTitle(name.day);
}
