// SPDX-License-Identifier: MIT
//
// The page as a whole: the screen that the address leads to, and what is said of all of them.

import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Announcer, say } from './announcer';
import { Header } from './header';
import { Host } from './host';
import type { Settings } from './keep';
import { Learn } from './learn';
import { complain, NoticeAside, offer, tried } from './notices';
import { FriendScreen } from './online/friend-screen';
import { GameScreen } from './online/game-screen';
import { keepLooking } from './online/news';
import { PuzzleScreen } from './puzzle-screen';
import { ReviewScreen } from './review-screen';
import type { Table } from './table';
import { tellNews } from './table-news';
import { isFlipped, TableScreen } from './table-screen';
import { t } from './text';
import { showTheme } from './theme';
import { YourGames } from './your-games';

interface Props {
  settings: Settings;
  /** Makes the seed of a new game. */
  newSeed: () => number;
  /** Somebody has fixed it. */
  fixed: boolean;
  /** The pause between the computer's steps; null: the usual one. */
  pause: number | null;
  /** Called when there is a new version of the page, with what switches to it. */
  onUpdate: (ready: (apply: () => void) => void) => void;
}

/** How often games elsewhere are asked for, in milliseconds: while they are looked at, and otherwise. */
const LOOK_OFTEN = 5000;
const LOOK_NOW_AND_THEN = 30_000;

export function App({ settings, newSeed, fixed, pause, onUpdate }: Props): JSX.Element {
  const made = useRef<Host | null>(null);
  const host = (made.current ??= new Host({ settings, newSeed, fixed }));
  const { session, route } = host;
  const away = route.kind !== 'table';
  const { theme } = host.settings;
  session.stepPause = pause ?? paceOf(session.table);

  useEffect(() => {
    host.onEvent = (event) => tellNews(event, session, host.settings, host.route.kind !== 'table');
    onUpdate((apply) => offer({ text: t('There is a new version of this page.'), action: { label: t('Use it now'), run: apply } }));
    return host.begin();
  }, []);
  const isListed = route.kind === 'games';
  useEffect(() => keepLooking(isListed ? LOOK_OFTEN : LOOK_NOW_AND_THEN, () => host.settings.sound), [isListed]);
  useEffect(() => showTheme(theme), [theme]);
  useEffect(() => host.nameMatch(), [session.id]);
  useLayoutEffect(() => session.hold(away), [away]); // before any time passes

  return (
    <>
      <Header host={host} />
      {!showsTable(host) && host.route.kind !== 'play' && <NoticeAside />}
      <Screen host={host} pause={pause} />
      <Announcer />
    </>
  );
}

/** A review needs something to look at; until it is there, the table is shown. */
const showsTable = ({ route, session }: Host): boolean => route.kind === 'table' || (route.kind === 'review' && !session.table);

function Screen({ host, pause }: { host: Host; pause: number | null }): JSX.Element {
  const { session, route, settings } = host;
  const leave = (): void => host.leave();
  switch (route.kind) {
    case 'learn':
      return (
        <Learn
          address={route.address}
          game={host.game}
          pause={pause}
          say={say}
          complain={complain}
          startOf={(game, rules) => session.startOf(game, rules)}
          onPlay={(game) => host.sitDown(game)}
          rules={settings.newGame.rules}
          onRules={(game, chosen, now) => tried(() => host.takeRules(game, chosen, now))}
        />
      );
    case 'games':
      return <YourGames key={session.id} host={host} say={say} onPlay={leave} />;
    case 'friend':
      return host.rules ? (
        <FriendScreen
          sets={host.rules}
          given={{ ...settings.newGame, game: host.game }}
          onRules={(game, chosen) => tried(() => host.takeRules(game, chosen, false))}
          say={say}
        />
      ) : (
        <main />
      );
    case 'play':
      return (
        <GameScreen
          id={route.id}
          brought={route.brought}
          settings={settings}
          onSettings={(changed) => host.change(changed)}
          say={say}
          complain={complain}
        />
      );
    case 'puzzle':
      return (
        <PuzzleScreen
          puzzle={route.puzzle}
          isWanted={(name) => host.wantsPuzzle(name)}
          onPuzzle={(name) => host.showPuzzle(name)}
          onClose={leave}
          say={say}
          onError={complain}
        />
      );
    case 'review':
      if (session.table)
        return (
          <ReviewScreen
            match={session.table}
            record={session.record}
            flipped={isFlipped(host)}
            onClose={leave}
            say={say}
            onError={complain}
          />
        );
  }
  return <TableScreen host={host} />;
}

/** Milliseconds between the steps of the computer: who plays a beginner may be one. */
function paceOf(table: Table | null): number {
  const rival = table?.seats.find((seat) => seat.kind === 'computer');
  return rival && rival.level <= 2 ? 750 : 420;
}
