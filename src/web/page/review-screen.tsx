// SPDX-License-Identifier: MIT
//
// The review of a game: the board at any turn, what was played there and what was better, the value
// over the whole game, and how well each side played. Any other turn can be tried on the board.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { command } from './answers';
import { Desk, Gone } from './desk';
import { useDeskBoard } from './desk-board';
import { EngineLost } from './engine';
import { exactTurns } from './exact';
import { turnWords } from './games/list';
import { Heard } from './heard';
import { keepMistakes } from './mistakes';
import { amountOf, Review, type Value } from './review';
import { ReviewChart } from './review-chart';
import { Progress, sourceWords, SummaryCard } from './review-summary';
import { sidesHere, turnDetail, turnTitle, valuesLine } from './review-words';
import { WorstCard } from './review-worst';
import { valueText } from './said';
import type { Table } from './table';
import { t } from './text';

interface Props {
  /** The match on the table, and its record. */
  match: Table;
  record: string;
  flipped: boolean;
  onClose: () => void;
  say: (text: string) => void;
  onError: (error: unknown, again: () => void) => void;
}

interface Worth {
  turn: string;
  worth: Value;
}

interface Trial {
  turn: string;
  /** null: still thinking. */
  worth: Value | null;
}

/** Nodes for the value of a turn that is tried; 0: a careful look. */
const LOOK = 0;
const BEST = 5;

export function ReviewScreen({ match, record, flipped, onClose, say, onError }: Props): JSX.Element {
  const { colours, firstColour } = match;
  const { game, rules } = match.state;
  const [shown, setShown] = useState<'played' | 'better'>('played');
  const [trial, setTrial] = useState<Trial | null>(null);
  /** One of the best turns, to be shown on the board. */
  const [pointed, setPointed] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const made = useRef<{ desk: Desk; review: Review } | null>(null);
  made.current ??= { desk: new Desk(firstColour), review: new Review(game, rules, colours, sidesHere(match)) };
  const { desk, review } = made.current;
  /** All of the screen is about the turn on the desk; another may be on its way there. */
  const ply = desk.table?.ply ?? 0;
  const wanted = useRef(0);
  const last = Math.max(0, review.positions.length - 1);
  const turn = review.turns[ply];
  const { measure } = review;

  /** Ending the screen ends its engines; what was asked of them is then of no interest. */
  const tried = (work: () => Promise<void>): void =>
    void work().catch((error: unknown) => {
      if (error instanceof Gone || (review.closed && error instanceof EngineLost)) return;
      onError(error, () => tried(work));
    });

  useEffect(() => {
    heading.current?.focus();
    tried(() => lay(0));
    tried(async () => {
      await review.run(record);
      keepMistakes(review);
    });
    return () => {
      review.close();
      desk.close();
    };
  }, []);

  async function lay(to: number): Promise<void> {
    wanted.current = to;
    try {
      await desk.set([command('load', record), command('go-to', to)]);
    } catch (error) {
      if (!(error instanceof Gone)) wanted.current = desk.table?.ply ?? 0;
      throw error;
    }
    const there = review.turns[to];
    if (there) say(`${turnTitle(match, there, to)}. ${turnDetail(measure, there)}`);
  }

  function goTo(turn: number): void {
    setTrial(null);
    setPointed('');
    setShown('played');
    tried(() => lay(Math.min(last, Math.max(0, turn))));
  }

  const next = review.nextMistake(ply);

  /** Goes to a turn and makes the better one instead. */
  function playBetter(at: number): void {
    const better = review.turns[at]?.best ?? '';
    setPointed('');
    setShown('better');
    setTrial(null);
    tried(async () => {
      await lay(at);
      await desk.show(better);
      await tryTurn(better);
    });
  }

  /** What turns of the position shown are worth, the best first: some, or only one. */
  async function worthOf(count: number, only: string): Promise<Worth[]> {
    const position = desk.table?.state.position;
    const exact = await exactTurns(game, rules, position ?? '');
    if (desk.table?.state.position !== position) throw new Gone();
    if (exact) {
      const known = [...exact]
        .filter(([turn]) => !only || turn === only)
        .sort((a, b) => b[1] - a[1])
        .slice(0, count);
      return known.map(([turn, points]) => ({
        turn,
        worth: { points, chance: points > 0 ? 1 : points < 0 ? 0 : 0.5, error: 0, exact: true },
      }));
    }
    const [answer = []] = await desk.ask([command('values', count, LOOK, only)], 'thinking');
    return answer.map(([, turn = '', points, chance, , , proved]) => ({
      turn,
      worth: { points: Number(points), chance: Number(chance), error: 0, exact: proved === '1' },
    }));
  }

  async function tryTurn(made: string): Promise<void> {
    setTrial({ turn: made, worth: null });
    const [found] = await worthOf(1, made);
    if (!found) return;
    setTrial({ turn: made, worth: found.worth });
    say(trialWords(made, found.worth));
  }

  const show = (of: Value): string => valueText(measure, amountOf(measure, of), of.exact);
  const trialWords = (text: string, worth: Value): string => {
    const worthText = worth.exact ? t('{0} is worth {1}, exactly.', text, show(worth)) : t('{0} is worth about {1}.', text, show(worth));
    return turn ? `${worthText} ${t('The best turn is worth {0}.', show(turn.before))}` : worthText;
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || target instanceof HTMLInputElement) return;
      if (event.key === 'ArrowLeft') goTo(wanted.current - 1);
      else if (event.key === 'ArrowRight') goTo(wanted.current + 1);
      else if (event.key === 'n' && next !== undefined) goTo(next);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  const over = desk.table?.state.over ?? true;
  const overlay = trial || desk.table?.part ? '' : pointed ? pointed : turn ? (shown === 'better' ? turn.best : turn.played) : '';
  const { board, choices, buttons } = useDeskBoard({
    desk,
    flipped,
    open: !over && !trial,
    hint: overlay,
    say,
    tried,
    onTurn: (text) => tried(() => tryTurn(text)),
  });
  const differs = turn !== undefined && turn.best !== turn.played;
  return (
    <main class={`play-${game} review`}>
      <div class="stage">
        <div class="table">{board}</div>
        <div class="head">
          <section class="card status" aria-label={t('The turn under review')}>
            <h1 tabIndex={-1} ref={heading}>
              {turn
                ? turnTitle(match, turn, ply)
                : ply >= last && review.positions.length > 0
                  ? t('After the last turn')
                  : t('Looking at the game…')}
              {turn?.sign && (
                <span class={`mark mark-${turn.mark}`} aria-hidden="true">
                  {turn.sign}
                </span>
              )}
            </h1>
            {turn && <p class="verdict">{turnDetail(measure, turn)}</p>}
            {turn && (
              <p>
                <Heard text={valuesLine(match, measure, turn)} />
              </p>
            )}
            {turn && differs && (
              <p class="better">
                {t('Better is {0}.', turn.best)} <Heard text={turn.why} />
              </p>
            )}
            {turn && !differs && turn.why && (
              <p class="better">
                <Heard text={turn.why} />
              </p>
            )}
            {turn && differs && (
              <div class="choice" role="group" aria-label={t('Shown on the board')}>
                <button
                  type="button"
                  class="pill"
                  aria-pressed={!pointed && shown === 'played'}
                  onClick={() => {
                    setPointed('');
                    setShown('played');
                  }}
                >
                  {t('Played')}
                </button>
                <button
                  type="button"
                  class="pill"
                  aria-pressed={!pointed && shown === 'better'}
                  title={turnWords(game, turn.bestDid)}
                  onClick={() => {
                    setPointed('');
                    setShown('better');
                  }}
                >
                  {t('Better')}
                </button>
                <button type="button" class="pill" onClick={() => playBetter(ply)}>
                  {t('Play the better turn')}
                </button>
              </div>
            )}
            {!over && !trial && (
              <BestTurns key={ply} ask={() => worthOf(BEST, '')} show={show} pointed={pointed} onPoint={setPointed} tried={tried} />
            )}
          </section>
          {trial && (
            <section class="card trial" aria-label={t('The turn you tried')}>
              <p>
                <Heard text={trial.worth ? trialWords(trial.turn, trial.worth) : t('Thinking about {0}…', trial.turn)} />
              </p>
              <button type="button" onClick={() => goTo(ply)}>
                {t('Try another turn')}
              </button>
            </section>
          )}
          {!trial && !over && !desk.table?.part && <p class="small">{t('Make any other turn on the board to see what it is worth.')}</p>}
          {!trial && choices}
        </div>
        <div class="controls" role="toolbar" aria-label={t('Controls')}>
          {!trial && buttons}
          <button
            type="button"
            class={next !== undefined ? 'primary' : ''}
            disabled={next === undefined}
            onClick={() => next !== undefined && goTo(next)}
          >
            {t('Next mistake')}
          </button>
          <button type="button" aria-label={t('One turn back')} disabled={ply === 0} onClick={() => goTo(wanted.current - 1)}>
            ‹
          </button>
          <button type="button" aria-label={t('One turn on')} disabled={ply >= last} onClick={() => goTo(wanted.current + 1)}>
            ›
          </button>
          <button type="button" onClick={onClose}>
            {t('Back to the game')}
          </button>
        </div>
      </div>
      <div class="side">
        <section class="card" aria-label={t('Value of the game')}>
          {!review.summary && <Progress done={review.turns.length} all={last} />}
          <ReviewChart review={review} ply={ply} onGoTo={goTo} />
          <p class="small">{sourceWords(review)}</p>
        </section>
        {review.summary && <WorstCard review={review} match={match} onGoTo={goTo} onPlay={playBetter} />}
        {review.summary && <SummaryCard review={review} match={match} />}
        <section class="card marks" aria-label={t('Marks')}>
          <h2>{t('Marks')}</h2>
          {review.turns.every((each) => !each.sign) ? (
            <p class="small">{review.summary ? t('No mistakes at all.') : t('None yet.')}</p>
          ) : (
            <ol tabIndex={0} aria-label={t('Marks')}>
              {review.turns.map(
                (each, i) =>
                  each.sign && (
                    <li key={i}>
                      <button type="button" aria-current={i === ply ? 'step' : undefined} onClick={() => goTo(i)}>
                        <span class={`mark mark-${each.mark}`}>{each.sign}</span>
                        <span>{turnTitle(match, each, i)}</span>
                        <span class="small">{turnDetail(measure, each)}</span>
                      </button>
                    </li>
                  ),
              )}
            </ol>
          )}
        </section>
      </div>
    </main>
  );
}

/** The best turns of the position with what they are worth, once they are asked for. */
function BestTurns({
  ask,
  show,
  pointed,
  onPoint,
  tried,
}: {
  ask: () => Promise<Worth[]>;
  show: (of: Value) => string;
  pointed: string;
  onPoint: (turn: string) => void;
  tried: (work: () => Promise<void>) => void;
}): JSX.Element {
  const [best, setBest] = useState<Worth[] | null>(null);
  const asked = useRef(false);
  function onToggle(event: JSX.TargetedEvent<HTMLDetailsElement>): void {
    if (!event.currentTarget.open || asked.current) return;
    asked.current = true;
    tried(() => ask().then(setBest));
  }
  return (
    <details class="best-turns" onToggle={onToggle}>
      <summary>{t('The best turns here')}</summary>
      {best === null ? (
        <p>{t('Thinking…')}</p>
      ) : (
        <ol>
          {best.map(({ turn, worth }) => (
            <li key={turn}>
              <button type="button" aria-pressed={pointed === turn} onClick={() => onPoint(pointed === turn ? '' : turn)}>
                <span>{turn}</span>
                <span>
                  <Heard text={worth.exact ? show(worth) : t('about {0}', show(worth))} />
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
