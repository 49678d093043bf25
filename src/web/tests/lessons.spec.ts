// SPDX-License-Identifier: MIT
//
// The tutorials and the rule cards: every lesson asked of the rules code, both tutorials solved to
// the end by hand, and what happens around them.

import { expect, type Locator, type Page } from '@playwright/test';
import { command, readState, readSteps, type GameName, type Lines } from '../page/answers';
import { courseOf, kindWord, LESSON_SEED, type Done, type Lesson } from '../page/lesson';
import { gameOf } from '../page/games/list';
import { CHAPTERS, isChapter } from '../page/games/linja/lessons';
import { readMove } from '../page/games/liniell/scene';
import { ROWS, stepsOf } from '../page/games/linja/pawns';
import { violations } from './axe';
import { startBorder, type Border } from './border';
import { secondsLeft, test } from './table';

// --- the lessons and the rules code ----------------------------------------------------------------

const setUp = (border: Border, game: GameName, rules: string, position: string): Lines =>
  border(command('new', game, rules, LESSON_SEED, 0, 1, 'Player 1', 'Player 2', '', '', position));

function wholeTurns(border: Border, part = ''): string[] {
  const steps = readSteps(border(command('steps', part)));
  return [...(part && steps.whole ? [part] : []), ...steps.longer.flatMap((longer) => wholeTurns(border, longer))];
}

/** Makes a turn and takes it back. */
function outcome(border: Border, lesson: Lesson, turn: string): Done {
  border(command('play', turn));
  const done = { turn, before: lesson.position, after: readState(border('state')), described: border('describe') };
  border(command('go-to', 0));
  return done;
}

/** Lessons in which every legal turn is right. */
const FREE = ['Rows and goal', 'Laying a tile', 'The square'];

const EDITIONS = ['zen', 'second', '2003'] as const;

/** With every option, so that no lesson is left out. */
const RULES = [...EDITIONS, 'zen+mean+exact', 'second+mean+return'] as const;

for (const [game, rules] of [...RULES.map((each) => ['linja', each] as const), ['liniell', 'standard'] as const]) {
  test(`the rules code can play every lesson of ${game}, ${rules}`, async () => {
    const border = await startBorder();
    const titles = new Set<string>();
    const { lessons } = courseOf(game, rules, '');
    for (const lesson of lessons) {
      titles.add(lesson.title);
      setUp(border, game, lesson.rules, lesson.position);
      const state = readState(border('state'));
      expect(state.position, lesson.title).toBe(lesson.position);
      expect(state.side, lesson.title).toBe('a');
      expect(state.over, lesson.title).toBe(false);
      const done = wholeTurns(border).map((turn) => outcome(border, lesson, turn));
      const right = done.filter((each) => lesson.accepts(each));
      if (lesson.level !== undefined) {
        expect(right, lesson.title).toEqual([]);
        continue;
      }
      expect(
        right.map((each) => each.turn),
        lesson.title,
      ).toContain(lesson.solution);
      if (FREE.includes(lesson.title)) expect(right.length, lesson.title).toBe(done.length);
      else expect(right.length, lesson.title).toBeLessThan(done.length);
      for (const wrong of done.filter((each) => !lesson.accepts(each))) expect(kindWord(lesson, wrong)).not.toBe('');
    }
    expect(titles.size).toBe(lessons.length);
  });
}

test('each lesson is played by the rules of whom it is for', async () => {
  const border = await startBorder();
  for (const rules of RULES) {
    for (const lesson of courseOf('linja', rules, '').lessons) {
      const [edition, ...options] = lesson.rules.split('+');
      expect(rules.split('+')[0], lesson.title).toBe(edition);
      // The readings are told side by side; an option is told only to those who have it.
      if (options.includes('mean')) expect(rules, lesson.title).toContain('+mean');
      setUp(border, 'linja', lesson.rules, lesson.position);
      const extra = wholeTurns(border).some((turn) => turn.includes('+'));
      expect(extra, `${rules}: ${lesson.title}`).toBe(lesson.title === 'Extra turn');
    }
  }
});

test('every lesson of Linja is in a course or a chapter, under the number it is kept by', () => {
  const chapters = Object.keys(CHAPTERS).filter(isChapter);
  const courses = [...EDITIONS.map((each) => courseOf('linja', each, '')), ...chapters.map((each) => courseOf('linja', 'zen', each))];
  const titles = new Map(courses.flatMap((course) => course.lessons.map((lesson) => [lesson.number, lesson.title] as const)));
  expect([...titles.entries()].sort(([a], [b]) => a - b).map(([number, title]) => `${number} ${title}`)).toEqual([
    '1 Rows and goal',
    '2 The follow-up',
    '3 Both colours count',
    '4 The same pawn runs on',
    '5 A full row',
    '6 Stop in the goal',
    '7 The bonus',
    '8 The end',
    '9 Points',
    '10 Extra turn',
    '11 A short game',
    '12 Left behind',
    '13 Minus points by row',
    '14 Open into the goal',
    '15 It ends at once',
    '16 Mean bonus',
    '17 Every exact move',
    '18 Exact follow-up',
    '19 Return',
  ]);
  for (const chapter of chapters) {
    for (const rules of RULES)
      expect(
        courseOf('linja', rules, chapter).lessons.map((lesson) => lesson.number),
        chapter,
      ).toEqual([...CHAPTERS[chapter]]);
  }
});

test('a step into the goal is shown and told as the edition has it', async ({ page }) => {
  await page.goto('?pause=0#learn/linja/14');
  await expect(lesson(page)).toHaveText('Open into the goal');
  await page.locator('[data-cell=a6]').click();
  await expect(page.locator('.met.would')).toHaveText('1');
  // Two quick presses, before the page is drawn again, are two steps.
  await button(page, 'Hint').evaluate((hint: HTMLElement) => {
    hint.click();
    hint.click();
  });
  await expect(page.locator('.said-hint')).toHaveText('Like this: g to h, follow-up of 1 row with a.');
});

test('what an ending is worth depends on the edition, as the lessons say', async () => {
  const border = await startBorder();
  const points = (rules: string, number: number, turn: string): readonly number[] => {
    const lesson = courseOf('linja', rules, '').lessons.find((each) => each.number === number);
    setUp(border, 'linja', rules, lesson?.position ?? '');
    border(command('play', turn));
    const state = readState(border('state'));
    expect(state.over, `${rules} ${turn}`).toBe(true);
    return state.points;
  };
  // "Black stands to get ..."; and lesson 13 is lost by what row c costs: for one point the same turn would win.
  for (const rules of EDITIONS) expect(points(rules, 9, 'fg/cf')).toEqual([38, 37]);
  expect(points('zen', 12, 'ef/cf')).toEqual([43, 42]);
  expect(points('zen', 12, 'cd')).toEqual([39, 42]);
  expect(points('second', 13, 'fg/gh/bc')).toEqual([51, 50]);
  expect(points('second', 13, 'gh/bc')).toEqual([50, 50]);
  setUp(border, 'linja', 'zen', courseOf('linja', 'second', 'second').lessons[1]?.position ?? '');
  border(command('play', 'gh/bc'));
  expect(readState(border('state')).points).toEqual([51, 50]);
  expect(points('2003', 15, 'cd')).toEqual([44, 47]);
  expect(points('2003', 15, 'fg/cg')).toEqual([48, 47]);
});

test('the points on the rule cards are those of the rules code', async () => {
  const border = await startBorder();
  for (const rules of ['zen', 'second', '2003']) {
    const worth =
      gameOf('linja')
        .card(rules)
        .points?.(border(command('start', 'linja', rules))) ?? [];
    expect(worth).toHaveLength(ROWS);
    // Six pawns on the row, the other six on their own line; a row between the lines holds no more.
    for (let row = 0; row < ROWS; row++) {
      const pawns = Array.from({ length: ROWS }, (_, i) => Number(i === row && 6) + Number(i === 0 && 6));
      const rows = pawns.map((count, i) => `${count.toString(13)}${pawns[ROWS - 1 - i]?.toString(13)}`);
      setUp(border, 'linja', rules, `${rows.join('/')} a`);
      const points = 6 * (worth[row] ?? 0) + 6 * (worth[0] ?? 0);
      expect(readState(border('state')).points, `${rules}, row ${row}`).toEqual([points, points]);
    }
  }
});

// --- by hand ---------------------------------------------------------------------------------------

const lesson = (page: Page) => page.locator('.lesson-card h1');
const said = (page: Page) => page.locator('.said');
const cell = (page: Page, name: string) => page.locator(`[data-cell="${name}"]`).click({ force: true });
const button = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true });

/** The board shows the position of the lesson and takes turns. */
const ready = (page: Page) => expect(page.locator('main.lesson')).toHaveAttribute('aria-busy', 'false');

async function pawnsAt(page: Page, name: string): Promise<number> {
  const label = await page.locator(`[data-cell=${name}]`).getAttribute('aria-label');
  return Number(/(\d+) pawn/.exec(label ?? '')?.[1]);
}

async function makeLinjaTurn(page: Page, turn: string): Promise<void> {
  await ready(page);
  const steps = stepsOf(turn, 'a');
  for (const [i, step] of steps.entries()) {
    const before = (await said(page).textContent()) ?? '';
    const there = await pawnsAt(page, `${step.side}${step.to}`);
    await cell(page, `${step.side}${step.from}`);
    await cell(page, `${step.side}${step.to}`);
    // A step shows on the board; the last one may be put back at once, but something is said of it.
    if (i + 1 < steps.length) await expect.poll(() => pawnsAt(page, `${step.side}${step.to}`)).toBe(there + 1);
    else await expect(said(page)).not.toHaveText(before);
  }
}

/** Presses a button that stays pressed, and waits for that: until the board shows it, the next press is dropped. */
async function pressDown(wanted: Locator): Promise<void> {
  await wanted.click();
  await expect(wanted).toHaveAttribute('aria-pressed', 'true');
}

async function makeLiniellTurn(page: Page, turn: string): Promise<void> {
  await ready(page);
  const move = readMove(turn);
  const quarters = ['n', 'e', 's', 'w'].indexOf(move?.rotation ?? 'n');
  for (let i = 0; i < quarters; i++) await page.getByRole('button', { name: 'Turn the tile' }).click();
  await cell(page, move?.cell ?? '');
  if (move?.side) {
    const side = { N: 'north', E: 'east', S: 'south', W: 'west' }[move.side] ?? '';
    await pressDown(page.getByRole('button', { name: new RegExp(`^(Line|Take over,) ${side}$`) }));
  }
  if (move?.from) await pressDown(button(page, `From ${move.from}`));
  await button(page, 'End turn').click();
}

/** Plays on with the first thing that is offered, seen and touched in one go, until the game is over. */
async function playOn(page: Page, game: GameName): Promise<void> {
  await ready(page);
  const over = (): Promise<boolean> =>
    page.evaluate((linja) => {
      if (document.querySelector('.said-well')) return true;
      const touch = (element: Element): boolean => element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      const named = (words: RegExp): Element | undefined =>
        [...document.querySelectorAll('main button')].find((each) => words.test(each.textContent ?? ''));
      const action = named(/^(Pass|No bonus|No follow-up|End turn)$/) ?? named(/^Take over/);
      const cell = document.querySelector(linja ? '[aria-label*="may go to"]' : '.cell.legal:not(.faint)');
      const chosen = document.querySelector('[aria-label*="chosen"]');
      if (action) touch(action);
      else if (linja && chosen) touch(chosen);
      else if (cell) touch(cell);
      return false;
    }, game === 'linja');
  await expect.poll(over, { intervals: [60] }).toBe(true);
}

/** Solves a lesson by hand. */
async function solve(page: Page, game: GameName, each: Lesson): Promise<void> {
  await expect(lesson(page)).toHaveText(each.title);
  if (each.level !== undefined) await playOn(page, game);
  else if (game === 'linja') await makeLinjaTurn(page, each.solution ?? '');
  else await makeLiniellTurn(page, each.solution ?? '');
  await expect(page.locator('.said-well')).toContainText(each.well);
}

const next = (page: Page) => page.getByRole('link', { name: 'Next', exact: true });

/** Chooses the rules of the next new game of Linja, as the page keeps them. */
const choose = (page: Page, rules: string) =>
  page.evaluate((linja) => {
    localStorage.setItem('linework.settings', JSON.stringify({ newGame: { rules: { linja, liniell: 'standard' } } }));
  }, rules);

for (const [game, rules] of [
  ['linja', 'zen'],
  ['linja', '2003'],
  ['linja', 'second+mean'],
  ['liniell', 'zen'],
] as const) {
  test(`the tutorial of ${game} for ${rules}, to the end`, async ({ page }) => {
    await page.goto('?seed=1&pause=0#learn');
    await choose(page, rules);
    await page.reload();
    const name = game === 'linja' ? 'Linja' : 'Liniell';
    await page.getByRole('link', { name: `Learn ${name}` }).click();
    const { lessons } = courseOf(game, rules, '');
    for (const [i, each] of lessons.entries()) {
      await expect(page).toHaveURL(new RegExp(`#learn/${game}/${each.number}$`));
      await expect(page.locator('.lesson-card')).toContainText(`${name}, step ${i + 1} of ${lessons.length}`);
      await solve(page, game, each);
      if (i + 1 < lessons.length) await next(page).click();
    }
    await expect(page.locator('.steps .done')).toHaveCount(lessons.length);
    await button(page, 'Play a whole game').click();
    await expect(page.locator(`main.play-${game} .status`)).toBeVisible();
    await expect(page).not.toHaveURL(/#/);
  });
}

for (const chapter of ['2003', 'readings'] as const) {
  test(`what is special about ${chapter}, found from the list by whoever plays zen`, async ({ page }) => {
    await page.goto('?pause=0#learn');
    const title = chapter === '2003' ? 'First edition, 2003' : 'Readings of the bonus';
    await page.locator('.tutorial').first().getByRole('link', { name: title }).click();
    const { lessons } = courseOf('linja', 'zen', chapter);
    await expect(page.locator('.steps li')).toHaveCount(lessons.length);
    for (const [i, each] of lessons.entries()) {
      await expect(page.locator('.lesson-card')).toContainText(`Linja: ${title}, step ${i + 1} of ${lessons.length}`);
      await solve(page, 'linja', each);
      if (i + 1 < lessons.length) await next(page).click();
    }
    const back = page.locator('main').getByRole('link', { name: 'Learn', exact: true });
    await expect(back).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: `${title} (done)` })).toBeVisible();
    await expect(page.locator('.tutorial').first()).toContainText('0 of 11 steps done');
  });
}

test('a lesson of another edition says what its sheet calls things', async ({ page }) => {
  await page.goto('?pause=0#learn/linja/2003');
  await expect(page.locator('.lesson-card')).toContainText('On the sheet: Follow-up = following move, Extra turn = another full turn.');
  await page.goto('?pause=0#learn/linja/2');
  await expect(lesson(page)).toHaveText('The follow-up');
  await expect(page.locator('.lesson-card')).not.toContainText('On the sheet');
});

test('whoever is about to play zen never meets the extra turn; the box of 2003 leads to it', async ({ page }) => {
  await page.goto('?pause=0#learn/linja/1');
  await ready(page);
  const titles = [];
  do {
    titles.push(await lesson(page).textContent());
    await expect(page.locator('main')).not.toContainText(/extra turn|2003/i);
    if ((await next(page).count()) === 0) break;
    await next(page).click();
    await expect(lesson(page)).not.toHaveText(titles[titles.length - 1] ?? '');
  } while (titles.length < 50);
  expect(titles).toHaveLength(11);
  expect(titles).toContain('Left behind');
  await page.goto('?pause=0#box');
  const box = page.getByRole('region', { name: /2003/ });
  await box.getByRole('button', { name: 'This is my box' }).click();
  await box.getByRole('link', { name: 'What is special' }).click();
  await expect(lesson(page)).toHaveText('Extra turn');
  // The course goes with the box: now the extra turn is one of its steps.
  await page.goto('?pause=0#learn/linja/9');
  await expect(page.locator('.steps')).toContainText('Extra turn');
  await expect(page.locator('.steps')).not.toContainText('bonus');
  await next(page).click();
  await expect(lesson(page)).toHaveText('Extra turn');
  await page.goto('?pause=0#rules/linja/second');
  await page.getByRole('link', { name: 'What is special' }).click();
  await expect(lesson(page)).toHaveText('The bonus');
  await next(page).click();
  await expect(lesson(page)).toHaveText('Minus points by row');
});

test('what was learnt before there were chapters is still learnt', async ({ page }) => {
  await page.goto('?pause=0#learn');
  await page.evaluate(() => localStorage.setItem('linework.lessons.linja', JSON.stringify([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])));
  await page.reload();
  await expect(page.locator('.tutorial').first()).toContainText('10 of 11 steps done');
  await page.getByRole('link', { name: 'Go on with Linja' }).click();
  await expect(lesson(page)).toHaveText('Left behind');
  // An address from then: the lesson itself, with those of its edition.
  await page.goto('?pause=0#learn/linja/10');
  await expect(lesson(page)).toHaveText('Extra turn');
  await expect(page.locator('.steps .done')).toHaveCount(1);
  await expect(page.locator('.steps li')).toHaveCount(CHAPTERS['2003'].length);
});

test('a mean bonus by keyboard', async ({ page }) => {
  await page.goto('?pause=0#learn/linja/mean');
  await ready(page);
  await expect(lesson(page)).toBeFocused();
  await page.keyboard.press('Tab');
  const walk = async (name: string): Promise<void> => {
    const focused = (await page.locator(':focus').getAttribute('data-cell')) ?? '';
    if (focused[0] !== name[0]) await page.keyboard.press('ArrowRight');
    const up = Number(name[1]) - Number(focused[1]);
    for (let i = 0; i < Math.abs(up); i++) await page.keyboard.press(up > 0 ? 'ArrowUp' : 'ArrowDown');
    await expect(page.locator(`[data-cell=${name}]`)).toBeFocused();
    await page.keyboard.press('Enter');
  };
  // Opening move a to b, follow-up f to h; then the other colour, c to d.
  for (const [from, to, there] of [
    ['a0', 'a1', 2],
    ['a5', 'a7', 2],
    ['b2', 'b3', 0],
  ] as const) {
    await walk(from);
    await expect(page.locator(`[data-cell=${from}]`)).toHaveAttribute('aria-label', /chosen/);
    await walk(to);
    if (there) await expect.poll(() => pawnsAt(page, to)).toBe(there);
  }
  await expect(page.locator('.said-well')).toHaveText('Black has to walk that row again.');
});

test('a turn that was not asked for gets a kind word, and the position is back', async ({ page }) => {
  await page.goto('?pause=0#learn/linja/3');
  await expect(page.locator('[data-cell=a0]')).toHaveAttribute('aria-label', /4 pawns/);
  await makeLinjaTurn(page, 'ab/ac');
  await expect(page.locator('.said-again')).toContainText('That row does not have three pawns');
  await expect(page.locator('[data-cell=a0]')).toHaveAttribute('aria-label', /4 pawns.*may go to b/);
  await expect(page.locator('.steps .done')).toHaveCount(0);
  await button(page, 'Hint').click();
  await expect(page.locator('.said-hint')).toContainText('three pawns');
  await button(page, 'Show me').click();
  await expect(page.locator('.said-hint')).toContainText('b to c, follow-up of 3 rows with a');
  await expect(page.locator('.hinted')).toHaveCount(2);
  await expect(page.locator('[data-cell=a0]')).toHaveAttribute('aria-label', /4 pawns.*may go to b/);
  await makeLinjaTurn(page, 'bc/dg');
  await expect(page.locator('.said-well')).toBeVisible();
});

test('a lesson by keyboard', async ({ page }) => {
  await page.goto('?pause=0#learn/linja/1');
  await expect(lesson(page)).toBeFocused();
  await expect(page.locator('[data-cell=a0]')).toHaveAttribute('aria-label', /may go to b/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.locator('.said-well')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Next', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(lesson(page)).toHaveText('The follow-up');
  await expect(lesson(page)).toBeFocused();
});

test('what has been learnt is kept over a reload', async ({ page }) => {
  await page.goto('?pause=0#learn/linja/1');
  await makeLinjaTurn(page, 'ab');
  await expect(page.locator('.said-well')).toBeVisible();
  await page.reload();
  await expect(page.locator('.steps .done')).toHaveCount(1);
  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await expect(page.locator('.tutorial').first()).toContainText('1 of 11 steps done');
  await page.getByRole('link', { name: 'Go on with Linja' }).click();
  await expect(lesson(page)).toHaveText('The follow-up');
});

test('a lesson leaves the running game as it is', async ({ page }) => {
  await page.goto('?seed=1&pause=0');
  await cell(page, 'a0');
  await cell(page, 'a0');
  await button(page, 'No follow-up').click();
  await expect(page.locator('.moves li button')).toHaveCount(2);
  await expect(page.locator('.status h1')).toContainText('Opening move');
  const position = (): Promise<string> =>
    page.locator('[role=gridcell]').evaluateAll((cells) => cells.map((each) => each.getAttribute('aria-label')).join('\n'));
  const before = await position();
  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await page.getByRole('link', { name: 'Learn Linja' }).click();
  await makeLinjaTurn(page, 'cd');
  await expect(page.locator('.said-well')).toBeVisible();
  await page.locator('header').getByRole('button', { name: 'Linja' }).click();
  await expect(page.locator('.moves li button')).toHaveCount(2);
  expect(await position()).toBe(before);
  await page.goBack();
  await expect(lesson(page)).toHaveText('Rows and goal');
  await page.goto('?seed=1&pause=0');
  await expect(page.locator('.moves li button')).toHaveCount(2);
});

test('the clocks of the running game stand still during a lesson', async ({ page }) => {
  await page.clock.install();
  await page.goto('?seed=1&pause=0');
  await page.locator('.controls').getByRole('button', { name: 'New game' }).click();
  await page.getByLabel('Friend on this device').check();
  await page.locator('[name=minutes]').nth(1).check();
  await button(page, 'Start').click();
  const mine = page.locator('.clock').first();
  await expect(mine).toBeVisible();
  await expect(mine).not.toHaveText('3:00');
  const running = await secondsLeft(page, 0);
  await page.clock.fastForward(10_000);
  await expect.poll(() => secondsLeft(page, 0)).toBeLessThanOrEqual(running - 10);
  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await expect(page.locator('main.learn h1')).toBeVisible();
  await page.clock.fastForward(600_000);
  await button(page, 'Back to the game').click();
  await expect(mine).not.toHaveText('0:00');
  const standing = await secondsLeft(page, 0);
  await page.clock.fastForward(10_000);
  await expect.poll(() => secondsLeft(page, 0)).toBeLessThanOrEqual(standing - 10);
});

/** Less than nothing, as it is seen and as it is heard. */
const less = (points: number): string => `−${points}minus ${points}`;

test('the rule cards open, and mark what differs', async ({ page }) => {
  await page.goto('?pause=0');
  await page.locator('.controls').getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Rule card' }).click();
  await expect(page.locator('.rule-card h1')).toHaveText('Linja: Zen edition');
  await expect(page.locator('.rule-card td')).toHaveText([less(1), less(1), less(1), less(1), '1', '2', '3', '5']);
  await page.getByRole('link', { name: 'Linja: First edition, 2003' }).click();
  await expect(page.locator('.rule-card td')).toHaveText(['0', '0', '0', '0', '1', '2', '3', '5']);
  await expect(page.locator('.rule-card li.differs').filter({ hasText: 'another full turn' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Liniell' }).click();
  await expect(page.locator('.rule-card h1')).toHaveText('Liniell');
  await button(page, 'Back to the game').click();
  await page.locator('.controls').getByRole('button', { name: 'New game' }).click();
  await page.getByLabel(/Second edition/).check();
  // In a window of its own, so that what was chosen stays.
  const [card] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Rule card' }).click()]);
  await expect(page.getByLabel(/Second edition/)).toBeChecked();
  await expect(card.locator('.rule-card td')).toHaveText([less(5), less(3), less(2), less(1), '1', '2', '3', '5']);
});

test('a rule card is printed black on white, also from a dark page', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('#rules/linja/zen');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const [ink, paper] = await page
    .locator('.rule-card h1')
    .evaluate((title) => [getComputedStyle(title).color, getComputedStyle(document.body).backgroundColor]);
  expect([ink, paper]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
});

test('each rule card fits on one sheet of paper', async ({ page }) => {
  for (const card of ['linja/zen', 'linja/second', 'linja/2003', 'liniell']) {
    await page.goto(`?pause=0#rules/${card}`);
    await expect(page.locator('.rule-card h1')).toBeVisible();
    const pdf = (await page.pdf({ format: 'A4', margin: { top: '15mm', bottom: '15mm', left: '15mm', right: '15mm' } })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length, card).toBe(1);
  }
});

for (const scheme of ['light', 'dark'] as const) {
  test(`lessons and cards are accessible, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    for (const place of [
      'learn',
      'learn/linja/2',
      'learn/linja/2003',
      'learn/linja/mean',
      'learn/liniell/4',
      'rules/linja/2003',
      'rules/liniell',
    ]) {
      await page.goto(`?pause=0#${place}`);
      await page.reload();
      await expect(page.locator('h1')).toBeVisible();
      if (place.startsWith('learn/')) await expect(page.locator('.board')).toBeVisible();
      expect(await violations(page), place).toEqual([]);
    }
  });
}

test('nothing is wider than a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const place of [
    'learn',
    'learn/linja/7',
    'learn/linja/2003/15',
    'learn/linja/readings/19',
    'box',
    'learn/liniell/11',
    'rules/linja/second',
    'rules/liniell',
  ]) {
    await page.goto(`?pause=0#${place}`);
    await page.reload();
    await expect(page.locator('h1')).toBeVisible();
    if (place.startsWith('learn/')) await expect(page.locator('.board')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), place).toBeLessThanOrEqual(320);
  }
});

test('an unknown lesson leads to the nearest one, and nonsense to the list', async ({ page }) => {
  await page.goto('?pause=0#learn/linja/99');
  await expect(lesson(page)).toHaveText('A short game');
  await page.goto('?pause=0#learn/linja/second/99');
  await expect(lesson(page)).toHaveText('Minus points by row');
  await page.goto('?pause=0#learn/chess');
  await expect(page.locator('main.learn h1')).toHaveText('Learn');
});
