// SPDX-License-Identifier: MIT
//
// What is heard of the match on the table: sounds, sentences for who listens, and what must be said to everybody.

import { cry, say } from './announcer';
import { EngineLost } from './engine';
import { meet } from './first';
import type { Settings } from './keep';
import { games } from './kept-games';
import { noRoomWords } from './no-room';
import { complain, mention, notify, tried } from './notices';
import type { Event, Session } from './session';
import { play as playSound, shake } from './sound';
import { t } from './text';
import { lastTurnWords, statusLine } from './words';

/** `away`: the players look elsewhere, and hear only what concerns the engine. */
export function tellNews(event: Event, session: Session, settings: Settings, away: boolean): void {
  if (event.kind === 'lost') return mention({ text: t('The engine had to be started again. The game goes on where it was.') });
  if (away) return;
  if (event.kind === 'failed') return tellFailure(event.why, event.again);
  if (event.kind === 'refused') return complain(event.why);
  if (event.kind === 'not kept') {
    if (games.lasting) return cry(noRoomWords()); // which stands there, with what can be done (no-room.tsx)
    return notify({ text: t('This browser keeps nothing for the page: games last only as long as it is open.'), bad: true });
  }
  const { table } = session;
  if (!table) return;
  const { title, detail } = statusLine(session);
  if (event.kind !== 'heard') {
    const news = event.kind === 'over' ? 'over' : 'step';
    if (settings.sound) playSound(news);
    if (settings.vibration) shake(news);
  }
  if (event.kind === 'step' && !table.thinking && table.part) say(`${title}. ${detail}`);
  if (event.kind === 'turn') {
    if (!event.computer) meet(table.state.game);
    say(`${lastTurnWords(table)}. ${table.thinking ? '' : title}`);
  }
  if (event.kind === 'over') say(`${table.state.declared ? '' : `${lastTurnWords(table)}. `}${title}. ${detail}`);
}

function tellFailure(why: unknown, again: () => Promise<void>): void {
  const words = why instanceof Error ? why.message : String(why);
  complain(why instanceof EngineLost ? why : new Error(t('The computer could not move: {0}', words)), () => tried(again));
}
