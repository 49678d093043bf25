// SPDX-License-Identifier: MIT
//
// The table's screen: the board, the cards beside it, the controls and the panels, and what is heard of the game that is
// played there.

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { say } from './announcer';
import { Controls } from './controls';
import { EndCard, Joy } from './end-card';
import { FirstChoice, GoalLine, isFirst, meet } from './first';
import { toBoard } from './focus';
import { gameOf } from './games/list';
import { HintCard, isAbout, moreHint, type Hint } from './hint';
import type { Host } from './host';
import { cardAddress } from './learn-address';
import { MorePanel } from './more';
import { NewGamePanel, rematch, startsNext } from './new-game';
import { NoRoom } from './no-room';
import { clearNotice, NoticeBar, tried } from './notices';
import { Lot, MoveList, PlainAddress, ScoreCard, StatusCard } from './panel';
import { readouts } from './readouts';
import type { Session } from './session';
import { useSharing } from './sharing';
import { t } from './text';
import { useTurnBoard } from './turn-board';
import { TypedTurn } from './typed';
import { isJoy, sideOf, statusLine } from './words';

export function TableScreen({ host }: { host: Host }): JSX.Element {
  const { session, settings, panels, game, rules } = host;
  const { table } = session;
  const { view } = panels;
  const [typing, setTyping] = useState(false);
  const hinted = useSignal<Hint | null>(null);
  const hint = hinted.value;
  /** The last that was asked for a hint: each goes one step further than the one before. */
  const asked = useRef(Promise.resolve());
  const [, setMet] = useState(false);
  const { actions: sharing, link } = useSharing(host);

  // On a phone a panel takes the place of the board, which is at the top again when it is back.
  const begun = useRef(false);
  useEffect(() => {
    if (view === 'play' && begun.current) document.querySelector('main')?.scrollTo(0, 0);
    begun.current = true;
  }, [view]);

  // --- making a turn ---------------------------------------------------------------------------------

  async function back(): Promise<void> {
    const now = session.table;
    if (!now?.part) return session.endLot();
    await session.choose(now.before);
    say(statusLine(session).title);
  }

  async function typed(turn: string): Promise<void> {
    if (!session.open) return;
    await session.play(turn, true);
    setTyping(false);
    clearNotice();
  }

  const flipped = isFlipped(host);
  const flip = (): void => {
    if (!table) return;
    const { flips } = settings;
    host.change({ flips: { ...flips, [game]: !flips[game] } });
    say(t('The board is turned round.'));
  };

  const { board, choices, line, rotate, rest, replay } = useTurnBoard({
    table,
    open: session.open,
    busy: () => session.busy,
    flipped,
    hint: isAbout(hint, session) ? hint.turn : '',
    idle: true,
    onPart: (part, whole) => tried(() => (whole ? session.advance(part) : session.choose(part))),
    onBack: () => tried(back),
    say,
  });

  // The next turn, or another match: the piece in hand comes as it is.
  useLayoutEffect(rest, [host.seated, table?.state.turns.length]);

  useEffect(() =>
    readouts({
      session: () => session,
      say,
      flip,
      type: () => setTyping(true),
      undo: () => tried(() => session.undo()),
      escape: () => (table?.part || session.drawingLot ? tried(back) : panels.show('play')),
      rotate,
    }),
  );

  async function moreOfHint(): Promise<void> {
    const found = await moreHint(session, hinted.peek());
    hinted.value = found;
    if (isAbout(found, session)) say(found.said.at(-1) ?? '');
  }
  const askHint = (): Promise<void> => (asked.current = asked.current.catch(() => undefined).then(moreOfHint));

  const first = table !== null && !session.drawingLot && isFirst(table) && !isAbout(hint, session);
  const more = {
    ...sharing,
    review: () => {
      panels.show('play');
      host.review();
    },
    resign: () => {
      panels.show('play');
      tried(() => session.resign());
    },
    flip: () => {
      panels.show('play');
      flip();
    },
    close: () => panels.show('play'),
  };

  return (
    <main class={view === 'play' ? `play-${game}` : `play-${game} beside`}>
      <div class="stage">
        {table && <ScoreCard table={table} clocks={session.clocks} />}
        <div class="table">
          {board}
          {first && !table.part && <GoalLine table={table} />}
          {table && isJoy(table) && <Joy key={session.id} table={table} />}
          {table && session.drawingLot && <Lot key={session.id} session={session} table={table} say={say} />}
        </div>
        <div class="head">
          <NoticeBar />
          <NoRoom />
          <StatusCard session={session} line={table?.steps.phase === 'take-over' ? null : line} onReplay={replay} />
          {isAbout(hint, session) && <HintCard hint={hint} onMore={() => tried(askHint)} onClose={() => (hinted.value = null)} />}
          {first && (
            <FirstChoice
              game={game}
              onPlay={() => {
                meet(game);
                setMet(true);
                toBoard();
              }}
            />
          )}
          {table?.state.over && view === 'play' && (
            <EndCard
              table={table}
              onReview={() => host.review()}
              onShare={sharing.share}
              onLevel={(level) => tried(() => host.start({ ...rematch(table, settings.newGame), level }).then(toBoard))}
            />
          )}
          {choices}
          {typing && <TypedTurn game={game} onTurn={(turn) => tried(() => typed(turn))} onClose={() => setTyping(false)} />}
        </div>
        {table && (
          <Controls
            session={session}
            table={table}
            view={view}
            onView={(wanted) => panels.show(wanted)}
            onFlip={flip}
            onBack={() => tried(() => back().then(toBoard))}
            onPlay={(turn) => tried(() => session.play(turn).then(toBoard))}
            onUndo={() => tried(() => session.undo())}
            onRedo={() => tried(() => session.redo())}
            onSkip={() => {
              session.endLot();
              toBoard();
            }}
            onGoOn={() => {
              session.goOn();
              toBoard();
            }}
            onNext={() => tried(() => session.nextGame().then(toBoard))}
            onHint={() => tried(askHint)}
            onRematch={() => tried(() => host.start(rematch(table, settings.newGame)).then(toBoard))}
            onReview={() => host.review()}
          />
        )}
      </div>
      <div class="side">
        {view === 'play' && table && <MoveList table={table} onGoTo={(ply) => tried(() => session.goTo(ply))} />}
        {view === 'play' && <PlainAddress />}
        {view === 'new' && rules && (
          <NewGamePanel
            sets={rules}
            given={{ ...settings.newGame, game, starts: startsNext(table, settings.newGame.starts) }}
            onStart={(options) => tried(() => host.start(options).then(toBoard))}
            current={session.id}
            served={host.served}
            onResume={(id) => tried(() => host.resume(id).then(toBoard))}
            onCancel={() => panels.show('play')}
          />
        )}
        {view === 'more' && (
          <MorePanel
            served={host.served}
            settings={settings}
            onSettings={(changed) => host.change(changed)}
            actions={more}
            link={link}
            mayResign={session.mayResign}
            end={table?.end ?? null}
            rules={cardAddress(game, table?.state.rules ?? '')}
          />
        )}
      </div>
    </main>
  );
}

/** Whether the board lies turned round: a person who plays B against somebody sits at B's side of it, unless it was turned. */
export function isFlipped({ session, settings }: Host): boolean {
  const { table } = session;
  return !!table && settings.flips[table.state.game] !== shouldFlip(session);
}

function shouldFlip(session: Session): boolean {
  const table = session.table;
  if (!table || !gameOf(table.state.game).hasEnds) return false;
  const [zero, one] = table.seats;
  if (zero.kind === one.kind) return false;
  return sideOf(table.state, zero.kind === 'person' ? 0 : 1) === 'b';
}
