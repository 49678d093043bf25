// SPDX-License-Identifier: MIT
//
// A game elsewhere on the same board and cards as one on this device, in a session of its own: the match on the table
// stays as it is. Beside the board is always to be seen who is there, who must move and whether the line holds.

import type { JSX } from 'preact';
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { Player } from '../answers';
import type { Deed } from '../carrier';
import { EndCard, Joy } from '../end-card';
import { EngineLost } from '../engine';
import { download } from '../files';
import { toBoard } from '../focus';
import { gameOf } from '../games/list';
import { NoticeBar } from '../notices';
import { MoveList, PlainAddress, ScoreCard, StatusCard } from '../panel';
import { readouts } from '../readouts';
import { ReviewScreen } from '../review-screen';
import { Session, type Event } from '../session';
import { play as playSound } from '../sound';
import { t } from '../text';
import { useTurnBoard } from '../turn-board';
import { TypedTurn } from '../typed';
import { isJoy, lastTurnWords, seatTitle, sideOf, statusLine } from '../words';
import { playAddress } from './addresses';
import { alertNews, titleHere } from './alerts';
import { AskLine, askOf } from './asks';
import { verdictOn, type Verdict } from './draws';
import type { GameProps } from './game-screen';
import { OnlineControls, type OnlineView } from './online-controls';
import { OnlineMore, SayPanel } from './online-more';
import { PlanScreen } from './plan-screen';
import type { Told } from './protocol';
import type { Room } from './room';
import { leaveSeat } from './seats';
import { phraseWords } from './words';

interface Props extends GameProps {
  room: Room;
}

export function PlayScreen({ room, settings, onSettings, say, complain }: Props): JSX.Element {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const [view, setView] = useState<OnlineView>('play');
  const [typing, setTyping] = useState(false);
  const [resigning, setResigning] = useState(false);
  const [waits, setWaits] = useState(false);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const latest = useRef<{ event: (event: Event) => void; told: (told: Told) => void }>({
    event: () => undefined,
    told: () => undefined,
  });
  const left = useRef(false);
  const sessionRef = useRef<Session | null>(null);
  sessionRef.current ??= new Session((event) => latest.current.event(event), false);
  const session = sessionRef.current;
  const { table } = session;
  const { game } = room.view;
  const me = room.player;
  const isMine = !!table && !table.end.over && me !== null && table.end.player === me;
  const tried = (work: () => Promise<void>): void =>
    void work().catch((error: unknown) => left.current || complain(error, error instanceof EngineLost ? () => tried(work) : undefined));
  const act = (deed: Deed): void => tried(() => session.do(deed));

  latest.current = {
    event(event) {
      const now = session.table;
      if (!now || left.current) return;
      if (event.kind === 'step' && now.part) say(`${statusLine(session).title}. ${statusLine(session).detail}`);
      if (event.kind === 'step' && settings.sound) playSound('step');
      if (event.kind === 'turn') {
        rest();
        const mine = me !== null && !now.end.over && now.end.player === me;
        if (mine) alertNews(settings.sound, t('Your turn'), lastTurnWords(now), room.id);
        else if (settings.sound) playSound('step');
        say(`${lastTurnWords(now)}. ${now.state.over ? '' : statusLine(session).title}`);
      }
      if (event.kind === 'over') {
        if (settings.sound) playSound('over');
        const last = now.state.declared ? '' : `${lastTurnWords(now)}. `;
        say(`${last}${statusLine(session).title}. ${statusLine(session).detail}`);
      }
      if (event.kind === 'refused') complain(event.why);
      if (event.kind === 'failed') complain(event.why, () => tried(event.again));
    },
    told({ event, fields }) {
      const now = session.table;
      if (!now) return;
      const by: Player = fields['player'] === 2 ? 1 : 0;
      const phrase = room.said;
      if (event === 'said' && phrase && by !== me) say(t('{0}: {1}', seatTitle(now, by), phraseWords()[phrase.phrase]));
      if (event === 'draw-refused' && fields['side'] !== (me === null ? null : sideOf(now.end, me))) say(t('The draw is declined.'));
      if (event === 'undo-refused' && fields['side'] !== (me === null ? null : sideOf(now.end, me))) say(t('The turn is not taken back.'));
      if (event === 'begun') {
        setVerdict(null);
        setResigning(false); // it was meant for the game before
        say(t('The next game begins.'));
      }
      if (event === 'rematch' && me !== null) follow(String(fields['id']));
    },
  };

  useEffect(() => {
    tried(() => session.sit(room));
    const deaf = room.onTold((told, isNews) => isNews && latest.current.told(told));
    // Away for how long, and the clocks of a line that was lost.
    const deafer = room.onChange(() => {
      session.hold(false);
      refresh(undefined);
    });
    const timer = setInterval(() => refresh(undefined), 10_000);
    return () => {
      left.current = true;
      deaf();
      deafer();
      clearInterval(timer);
      session.close();
      titleHere('');
    };
  }, []);
  const end = table?.end;
  useEffect(() => {
    if (end) room.note(end);
  }, [end]);

  // What was promised of the draws is looked at when a game is over.
  const key = table?.end.key ?? '';
  useEffect(() => {
    if (!key || !room.seat || room.line !== 'open') return;
    void verdictOn(room.seat).then(setVerdict, () => undefined);
  }, [key, room.line]);

  const follow = (id: string): void => void (location.hash = playAddress(id));

  async function back(): Promise<void> {
    const now = session.table;
    if (!now?.part) return;
    await session.choose(now.before);
    say(statusLine(session).title);
  }

  const { flips } = settings;
  const atB = !!table && gameOf(game).hasEnds && me !== null && sideOf(table.state, me) === 'b';
  const flipped = flips[game] !== atB;
  const flip = (): void => {
    onSettings({ flips: { ...flips, [game]: !flips[game] } });
    say(t('The board is turned round.'));
  };
  const { board, choices, line, rotate, rest, replay } = useTurnBoard({
    table,
    open: session.open,
    flipped,
    hint: '',
    idle: true,
    onPart: (part, whole) => tried(() => (whole ? session.advance(part) : session.choose(part))),
    onBack: () => tried(back),
    say,
  });
  // What nobody waits for any more needs no plan.
  const isPlanning = view === 'plan' && !!table && !isMine && !table.end.over;
  useEffect(() => {
    if (view === 'plan' && table && !isPlanning) setView('play');
  }, [view, table, isPlanning]);
  useEffect(() =>
    view === 'review' || isPlanning
      ? undefined
      : readouts({
          session: () => session,
          say,
          flip,
          type: () => setTyping(true),
          undo: () => tried(() => session.undo()),
          escape: () => (session.table?.part ? tried(back) : setView('play')),
          rotate,
        }),
  );

  const ask =
    table &&
    askOf({
      room,
      table,
      resigning,
      onResigning: setResigning,
      waits,
      onWait: () => setWaits(true),
      onDo: act,
      onFollow: follow,
    });
  // A question is heard as well, but not the answer that one gives oneself.
  const asked = ask && ask.buttons.length > 0 && !resigning ? ask.text : '';
  useEffect(() => {
    if (asked) say(asked);
  }, [asked]);
  const wanted = asked || (isMine ? t('Your turn') : '');
  useEffect(() => titleHere(wanted), [wanted]);
  const lineWords = lineText(room);
  useEffect(() => {
    if (lineWords) say(lineWords);
  }, [lineWords]);

  if (view === 'review' && table)
    return (
      <ReviewScreen match={table} record={session.record} flipped={flipped} onClose={() => setView('play')} say={say} onError={complain} />
    );
  if (isPlanning)
    return (
      <PlanScreen
        key={`${table.end.position} ${table.line.length}`}
        room={room}
        table={table}
        flipped={flipped}
        say={say}
        complain={complain}
        onClose={() => setView('play')}
      />
    );
  const phrase = room.said;
  const presence = (player: Player): string => (room.line !== 'open' || player === me ? '' : room.isHere(player) ? t('here') : t('away'));
  return (
    <main class={view === 'play' ? `play-${game} online` : `play-${game} online beside`}>
      <div class="stage">
        {table && <ScoreCard table={table} clocks={session.clocks} presence={presence} />}
        <div class="table">
          {board}
          {table && isJoy(table) && <Joy key={room.id} table={table} />}
        </div>
        <div class="head">
          <NoticeBar />
          {lineWords && (
            <div class="notice bad line">
              <span>{lineWords}</span>
              {room.line === 'no seat' ? (
                <button
                  type="button"
                  onClick={() => {
                    leaveSeat(room.id);
                    location.reload();
                  }}
                >
                  {t('Watch')}
                </button>
              ) : (
                <button type="button" onClick={() => room.retry()}>
                  {t('Try again')}
                </button>
              )}
            </div>
          )}
          {ask && <AskLine ask={ask} />}
          <StatusCard session={session} line={line} onReplay={replay} />
          {me === null && <p class="small watching">{t('You are watching.')}</p>}
          {table && phrase && <p class="said-phrase">{t('{0}: {1}', seatTitle(table, phrase.player), phraseWords()[phrase.phrase])}</p>}
          {table?.state.over && view === 'play' && (
            <EndCard table={table} onReview={() => setView('review')} onShare={() => setView('more')} onLevel={() => undefined} />
          )}
          {verdict && table?.end.over && (
            <p class={verdict === 'kept' ? 'small verdict' : 'verdict bad'}>
              {verdict === 'kept'
                ? t('The draws were checked: they are those that were promised.')
                : t('The draws are not those that were promised!')}
            </p>
          )}
          {choices}
          {typing && (
            <TypedTurn
              game={game}
              onTurn={(turn) => tried(() => session.play(turn, true).then(() => setTyping(false)))}
              onClose={() => setTyping(false)}
            />
          )}
        </div>
        {table && (
          <OnlineControls
            session={session}
            table={table}
            room={room}
            view={view}
            onView={setView}
            onFlip={flip}
            onBack={() => tried(() => back().then(toBoard))}
            onPlay={(turn) => tried(() => session.play(turn).then(toBoard))}
            onDo={act}
            onUndo={() => tried(() => session.undo())}
            onGoOn={() => {
              session.goOn();
              toBoard();
            }}
          />
        )}
      </div>
      <div class="side">
        {view === 'play' && table && <MoveList table={table} onGoTo={(ply) => tried(() => session.goTo(ply))} />}
        {view === 'play' && <PlainAddress />}
        {view === 'more' && table && (
          <OnlineMore
            room={room}
            table={table}
            settings={settings}
            onSettings={onSettings}
            say={say}
            onFlip={() => {
              setView('play');
              flip();
            }}
            onReview={() => setView('review')}
            onResign={() => {
              setView('play');
              setResigning(true);
            }}
            onSave={() => download(`${game}-${room.id}.lwg`, new Blob([session.record], { type: 'text/plain' }))}
            onClose={() => setView('play')}
          />
        )}
        {view === 'say' && (
          <SayPanel
            onSay={(chosen) => {
              setView('play');
              act({ do: 'say', phrase: chosen });
            }}
            onClose={() => setView('play')}
          />
        )}
      </div>
    </main>
  );
}

/** What there is to say of the line; '': it holds. */
function lineText({ line, seat }: Room): string {
  if (line === 'lost' || line === 'connecting') return t('The connection is lost. It comes back by itself.');
  if (line === 'restarting') return t('The server starts again. The game goes on in a moment.');
  if (line === 'no seat' && seat) return t('This seat is on another device now.');
  return '';
}
