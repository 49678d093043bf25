// SPDX-License-Identifier: MIT
//
// Puzzles: a position in which one turn is better than all others, proved by the C code, to be found
// on the board. Numbers mean the same puzzle everywhere; the address names the one that is shown.

import type { JSX } from 'preact';
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { command, value, values, type GameName, type Lines } from './answers';
import { Desk } from './desk';
import { useDeskBoard } from './desk-board';
import { EngineLost } from './engine';
import { keptScore, noteMissed, noteSolved, NUMBER_MOST, numberAfter } from './puzzle-keep';
import { sentences } from './said';
import { t } from './text';

const GRADES = 5;

export interface PuzzleName {
  game: GameName;
  /** null: the next one that is not solved. */
  number: number | null;
}

/** #puzzle/linja/17 */
export function puzzleIn(fragment: string): PuzzleName | null {
  const found = /^#puzzle\/(linja|liniell)(?:\/(\d{1,10}))?$/.exec(fragment);
  if (!found) return null;
  const number = found[2] === undefined ? null : Number(found[2]);
  if (number !== null && number > NUMBER_MOST) return null;
  return { game: found[1] === 'liniell' ? 'liniell' : 'linja', number };
}

export const puzzleFragment = ({ game, number }: PuzzleName): string => `#puzzle/${game}${number === null ? '' : `/${number}`}`;

interface Posed {
  number: number;
  grade: number;
  task: string[];
  themes: string[];
}

interface Answered {
  turn: string;
  right: boolean;
  said: string[];
  /** The solution, once it may be seen. */
  solution: string;
}

interface Props {
  puzzle: PuzzleName;
  /** Another puzzle is wanted. */
  onPuzzle(puzzle: PuzzleName): void;
  onClose(): void;
  say(text: string): void;
  onError(error: unknown): void;
}

export function themeName(theme: string): string {
  const names: Record<string, string> = {
    crowd: t('a long follow-up'), goal: t('pawns into the goal'), exact: t('exact arrival'), extra: t('extra turn'), mean: t('mean bonus'),
    brake: t('short steps for the other side'), finish: t('the end of the game'), quiet: t('a quiet turn'),
    'take-over': t('take-over'), claim: t('a new marker'), marker: t('a marker moves'), growth: t('growing lines'), enclosure: t('enclosed line'),
    blue: t('blue rhombs'), spoil: t('spoiling lines'), 'last-tile': t('the last tile'),
  };
  return names[theme] ?? theme;
}

function readPosed(game: GameName, lines: Lines): Posed {
  return { number: Number(value(lines, 'number')), grade: Number(value(lines, 'grade')), task: sentences(game, lines), themes: values(lines, 'theme') };
}

export function PuzzleScreen({ puzzle, onPuzzle, onClose, say, onError }: Props): JSX.Element {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const { game } = puzzle;
  const [score, setScore] = useState(() => keptScore(game));
  const [posed, setPosed] = useState<Posed | null>(null);
  const [answered, setAnswered] = useState<Answered | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const closed = useRef(false);
  /** Counts the puzzles, so that an answer about one that is gone is dropped. */
  const age = useRef(0);
  const searching = useRef(false);
  const made = useRef<Desk | null>(null);
  made.current ??= new Desk(() => refresh(undefined));
  const desk = made.current;
  const failed = (error: unknown): void => {
    if (!(closed.current && error instanceof EngineLost)) onError(error);
  };

  useEffect(() => () => {
    closed.current = true;
    desk.close();
  }, []);

  useEffect(() => {
    const kept = keptScore(game);
    setScore(kept);
    if (posed && posed.number === puzzle.number && desk.table?.state.game === game) return;
    const mine = ++age.current;
    if (searching.current) desk.stop();
    searching.current = true;
    setPosed(null);
    setAnswered(null);
    desk.table = null;
    desk.set([command('puzzle', puzzle.number ?? kept.next, game)]).then((lines) => {
      if (mine !== age.current) return;
      searching.current = false;
      const found = readPosed(game, lines);
      setPosed(found);
      say(found.task.join(' '));
      heading.current?.focus();
      if (found.number !== puzzle.number) onPuzzle({ game, number: found.number });
    }).catch((error: unknown) => {
      if (mine !== age.current) return;
      searching.current = false;
      failed(error);
    });
  }, [game, puzzle.number]);

  async function check(turn: string): Promise<void> {
    if (!posed) return;
    const mine = age.current;
    const [lines = []] = await desk.ask([command('puzzle-check', turn)], 'thinking');
    if (mine !== age.current) return;
    const right = value(lines, 'right') === '1';
    const said = sentences(game, lines);
    setAnswered({ turn, right, said, solution: right ? turn : '' });
    setScore((right ? noteSolved : noteMissed)(game, score, posed.number));
    if (!right) await desk.show('');
    say([right ? t('Right!') : t('Not the one.'), ...said].join(' '));
  }

  async function showSolution(): Promise<void> {
    if (!posed) return;
    const mine = age.current;
    await desk.show('');
    const [lines = []] = await desk.ask(['puzzle-solution']);
    if (mine !== age.current) return;
    const solution = value(lines, 'turn');
    setAnswered({ turn: solution, right: false, said: sentences(game, lines), solution });
    setScore(noteMissed(game, score, posed.number));
    say([t('The solution is {0}.', solution), ...sentences(game, lines)].join(' '));
  }

  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.scrollIntoView({ block: 'nearest' }), [answered]);

  const done = answered !== null && answered.solution !== '';
  const { board, choices, buttons } = useDeskBoard({
    desk, flipped: game === 'linja' && desk.table?.state.side === 'b', open: posed !== null && !done,
    hint: done && !answered.right ? answered.solution : '', say, onError: failed,
    onTurn: (turn) => void check(turn).catch(failed),
  });
  const title = answered === null ? null : answered.right ? t('Right!') : done ? t('The solution is {0}.', answered.solution) : t('Not the one.');
  return (
    <main class={`play-${game} puzzle`}>
      <div class="table">{posed ? board : <p class="waiting thinking">{t('Looking for a puzzle…')}</p>}</div>
      <div class="head">
        <section class="card status" aria-label={t('Puzzle')}>
          <h1 tabIndex={-1} ref={heading}>
            {posed ? t('Puzzle {0}', posed.number) : t('Puzzle')}
            {posed && score.solved.includes(posed.number) && <span class="mark mark-great" role="img" aria-label={t('solved')}>✓</span>}
          </h1>
          {posed && (
            <p class="grade">
              <span role="img" aria-label={t('Grade {0} of {1}', posed.grade, GRADES)}>{'●'.repeat(posed.grade)}{'○'.repeat(GRADES - posed.grade)}</span>
            </p>
          )}
          {posed?.task.map((said) => <p key={said} class="task">{said}</p>)}
        </section>
        {answered && (
          <section ref={card} class={`card answer ${answered.right ? 'right' : 'wrong'}`} aria-label={t('Your answer')}>
            <h2>{title}</h2>
            {answered.said.map((said) => <p key={said}>{said}</p>)}
            {done && posed && posed.themes.length > 0 && <p class="small">{t('About: {0}.', posed.themes.map(themeName).join(', '))}</p>}
          </section>
        )}
        {!done && choices}
      </div>
      <div class="controls" role="toolbar" aria-label={t('Controls')}>
        {!done && buttons}
        <button type="button" class={done ? 'primary' : ''} disabled={!posed} onClick={() => posed && onPuzzle({ game, number: numberAfter(posed.number) })}>{t('Next puzzle')}</button>
        {!done && <button type="button" disabled={!posed} onClick={() => void showSolution().catch(failed)}>{t('Show the solution')}</button>}
        <button type="button" onClick={onClose}>{t('Back to the game')}</button>
      </div>
      <div class="side">
        <section class="card streak" aria-label={t('Your puzzles')}>
          <dl>
            <div><dt>{t('In a row')}</dt><dd data-streak>{score.streak}</dd></div>
            <div><dt>{t('Longest')}</dt><dd>{score.longest}</dd></div>
            <div><dt>{t('Solved')}</dt><dd>{score.solved.length}</dd></div>
          </dl>
          <div class="choice" role="group" aria-label={t('Game')}>
            {(['linja', 'liniell'] as const).map((name) => (
              <button key={name} type="button" class="pill" aria-pressed={name === game} onClick={() => name !== game && onPuzzle({ game: name, number: null })}>
                {name === 'linja' ? 'Linja' : 'Liniell'}
              </button>
            ))}
          </div>
          <form class="typed" onSubmit={(event) => {
            event.preventDefault();
            const typed = Number(new FormData(event.currentTarget).get('number'));
            if (Number.isSafeInteger(typed) && typed >= 0 && typed <= NUMBER_MOST) onPuzzle({ game, number: typed });
          }}>
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
                {[...score.solved].sort((a, b) => a - b).map((number) => (
                  <li key={number}><button type="button" class="pill" onClick={() => onPuzzle({ game, number })}>{number}</button></li>
                ))}
              </ul>
            </details>
          )}
        </section>
      </div>
    </main>
  );
}
