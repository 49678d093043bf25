// SPDX-License-Identifier: MIT
//
// Beside a puzzle: which ones are wanted, by game, difficulty and theme; the puzzle of the day, one's own mistakes, a
// number; and what was solved so far.

import type { JSX } from 'preact';
import { gameOf } from './games/list';
import { GAMES } from './games/names';
import type { Puzzle, PuzzleName } from './puzzle';
import { GRADES, NUMBER_MOST } from './puzzle-keep';
import { isWished, ofDay, today, type Wish } from './puzzle-list';
import { gradeName, themeName } from './puzzle-words';
import { t } from './text';

interface Props {
  puzzle: Puzzle;
  onPuzzle: (puzzle: PuzzleName) => void;
}

export function PuzzleChoice({ puzzle, onPuzzle }: Props): JSX.Element {
  const { game, score } = puzzle;
  return (
    <>
      <section class="card wishes" aria-label={t('Which puzzles?')}>
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
        <Special puzzle={puzzle} onPuzzle={onPuzzle} />
        <Wishes puzzle={puzzle} onPuzzle={onPuzzle} />
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
      </section>
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
    </>
  );
}

/** The puzzle of the day, and the mistakes that were made in games. */
function Special({ puzzle, onPuzzle }: Props): JSX.Element {
  const { game, score, list, mistakes } = puzzle;
  const day = today();
  const daily = ofDay(list, day);
  const solved = daily !== undefined && score.solved.includes(daily.number);
  return (
    <div class="choice special">
      <button type="button" onClick={() => onPuzzle({ game, number: null, day })}>
        {t('Puzzle of the day')}
        {solved && (
          <span class="mark mark-great" role="img" aria-label={t('solved')}>
            ✓
          </span>
        )}
      </button>
      {mistakes.length > 0 && (
        <button type="button" onClick={() => onPuzzle({ game, number: null, mine: true })}>
          {t('Your mistakes: {0}', mistakes.length)}
        </button>
      )}
    </div>
  );
}

/** Difficulty and theme; what there is none of cannot be chosen. */
function Wishes({ puzzle, onPuzzle }: Props): JSX.Element {
  const { game, list, score } = puzzle;
  const { wish } = score;
  const count = (asked: Wish): number => list.filter((entry) => isWished(entry, asked)).length;
  const themes = [...new Set(list.flatMap((entry) => entry.themes))].filter((theme) => theme !== '');
  function take(wanted: Wish): void {
    // A theme that there is none of at this difficulty gives way.
    puzzle.wish(count(wanted) > 0 ? wanted : { ...wanted, theme: '' });
    onPuzzle({ game, number: null });
  }
  return (
    <div class="pair">
      <label>
        <span class="small">{t('Difficulty')}</span>
        <select
          value={wish.grade}
          disabled={list.length === 0}
          onChange={(event) => take({ ...wish, grade: Number(event.currentTarget.value) })}
        >
          {Array.from({ length: GRADES + 1 }, (_, grade) => (
            <option key={grade} value={grade} disabled={count({ grade, theme: '' }) === 0}>
              {gradeName(grade)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="small">{t('Theme')}</span>
        <select value={wish.theme} disabled={list.length === 0} onChange={(event) => take({ ...wish, theme: event.currentTarget.value })}>
          <option value="">{t('any theme')}</option>
          {themes.map((theme) => (
            <option key={theme} value={theme} disabled={count({ ...wish, theme }) === 0}>
              {themeName(theme)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
