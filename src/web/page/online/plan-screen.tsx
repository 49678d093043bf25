// SPDX-License-Identifier: MIT
//
// Turns in advance, for games over days: what the other may play is made on a board of its own, then the answer to it, and
// so on; the server answers at once if it comes so. Nobody else is told of it, and what the server has is replaced as a whole.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { unwilling } from '../carrier';
import { toBoard } from '../focus';
import { gameOf, turnWords } from '../games/list';
import { NoticeBar } from '../notices';
import { Session, type Event } from '../session';
import type { Table } from '../table';
import { t } from '../text';
import { useTurnBoard } from '../turn-board';
import { seatTitle, statusLine } from '../words';
import { ANSWERS_IN_LINE, isTooLarge, linesOf, without, withLine, type Plan } from './plan';
import type { Room } from './room';

interface Props {
  room: Room;
  /** The game as it stands: the other is to move. */
  table: Table;
  flipped: boolean;
  say: (text: string) => void;
  complain: (error: unknown, again?: () => void) => void;
  onClose: () => void;
}

export function PlanScreen({ room, table: match, flipped, say, complain, onClose }: Props): JSX.Element {
  const { plan } = room;
  const latest = useRef<(event: Event) => void>(() => undefined);
  const left = useRef(false);
  const sessionRef = useRef<Session | null>(null);
  sessionRef.current ??= new Session((event) => latest.current(event), false);
  const session = sessionRef.current;
  const { table } = session;
  const { game, rules, position } = match.end;
  const heading = useRef<HTMLHeadingElement>(null);
  const tried = (work: () => Promise<void>): void =>
    void work().catch((error: unknown) => left.current || complain(error, () => tried(work)));
  const other = seatTitle(match, match.end.player);
  const turns = table?.line ?? [];
  const theirs = turns.length % 2 === 0;
  const isFull = turns.length >= 2 * ANSWERS_IN_LINE;
  const taskAfter = (made: number): string => {
    if (made >= 2 * ANSWERS_IN_LINE) return t('A plan goes no further.');
    return made % 2 === 0 ? t('If {0} plays …', other) : t('… then I play …');
  };

  latest.current = (event) => {
    if (event.kind === 'turn' && session.table) {
      rest();
      say(`${turnWords(game, session.table.state.did.at(-1))}. ${taskAfter(session.table.line.length)}`);
    }
    if (event.kind === 'step' && session.table?.part) say(statusLine(session).title);
  };
  const begin = (): Promise<void> =>
    session.setUp({
      game,
      rules,
      position,
      seats: [{ kind: 'person' }, { kind: 'person' }],
      seed: 1,
      firstColour: match.end.first === match.firstColour ? 0 : 1, // here the first player has side A
    });
  useEffect(() => {
    heading.current?.focus();
    tried(begin);
    return () => {
      left.current = true;
      session.close();
    };
  }, []);

  async function send(next: Plan): Promise<void> {
    if (isTooLarge(next)) throw new Error(t('The plan is too large for the server.'));
    const answer = await room.do({ do: 'plan', plan: next });
    if (answer !== 'done') throw unwilling(answer);
    say(t('The plan is kept.'));
  }

  const { board, choices, line, rest } = useTurnBoard({
    table,
    open: session.open && !isFull,
    flipped,
    hint: '',
    onPart: (part, whole) => tried(() => (whole ? session.advance(part) : session.choose(part))),
    onBack: () => tried(() => session.choose(session.table?.before ?? '')),
    say,
  });
  const making = session.open && table !== null && table.part !== '';
  return (
    <main class={`lesson play-${game} plan`}>
      <div class="stage">
        <section class="card lesson-card" aria-label={t('Plan ahead')}>
          <h1 tabIndex={-1} ref={heading}>
            {t('Plan ahead')}
          </h1>
          <p>{t('While {0} thinks, say what you answer. It is played at once if it comes so; nobody sees it before.', other)}</p>
          <p class="lesson-task">{taskAfter(turns.length)}</p>
          {turns.length > 0 && <p>{table?.end.did.map((did) => turnWords(game, did)).join(' · ')}</p>}
        </section>
        <div class="table">{board}</div>
        <div class="head">
          <NoticeBar />
          <div class="said">{line ?? (table ? statusLine(session).title : '\u00a0')}</div>
          {choices}
        </div>
        <div class="controls" role="toolbar" aria-label={t('Controls')}>
          {making && table.steps.whole && (
            <button class="primary" type="button" onClick={() => tried(() => session.play(table.part).then(toBoard))}>
              {gameOf(game).endingWords(table)}
            </button>
          )}
          {session.open && !isFull && table?.steps.longer[0] === '--' && (
            <button class="primary" type="button" onClick={() => tried(() => session.play('--').then(toBoard))}>
              {t('Pass')}
            </button>
          )}
          <button type="button" disabled={turns.length === 0 && !making} onClick={() => tried(() => session.undo())}>
            {t('Undo')}
          </button>
          <button
            class={theirs && turns.length > 0 && !making ? 'primary' : ''}
            type="button"
            disabled={!theirs || turns.length === 0 || making}
            onClick={() => tried(() => send(withLine(plan, turns)).then(begin))}
          >
            {t('Add to the plan')}
          </button>
          <button type="button" onClick={onClose}>
            {t('Back to the game')}
          </button>
        </div>
      </div>
      <section class="side card your-games" aria-label={t('Your plan')}>
        <h2>{t('Your plan')}</h2>
        {plan.length === 0 && <p>{t('Nothing is planned.')}</p>}
        <ul>
          {linesOf(plan).map((turnsOf) => (
            <li key={turnsOf.join(' ')}>
              <span class="about">{turnsOf.join(' – ')}</span>
              <button
                type="button"
                aria-label={t('{0}: {1}', t('Delete'), turnsOf.join(' – '))}
                onClick={() => tried(() => send(without(plan, turnsOf)))}
              >
                {t('Delete')}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}
