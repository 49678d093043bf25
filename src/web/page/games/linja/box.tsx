// SPDX-License-Identifier: MIT
//
// Which box of Linja do you have? Answers leave the editions that fit them; the one that is taken is the one of the next
// new game.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { GameName } from '../names';
import { cardAddress, chapterAddress } from '../../learn-address';
import { Choice } from '../../rules-choice';
import { EDITIONS, sheetWords, type Edition } from './sheets';
import { languages, t, type Language } from '../../text';

/** As on the box; the second sheet, as far as we know it, names no publisher. */
export function boxTitle(edition: Edition): string {
  if (edition === '2003') return 'Linja, Steffen-Spiele, 2003';
  return edition === 'zen' ? t('Linja, The Geeky Pen, “zen duel”') : t('Linja, second sheet');
}

/** The points of the example at the end of the sheet. */
const EXAMPLE: Record<Edition, readonly [number, number]> = { '2003': [46, 41], second: [46, 39], zen: [46, 39] };

type Answers = Record<'maker' | 'bonus' | 'cost', string>;

/** The editions that an answer leaves; one that is not here leaves all. The Portuguese second sheet has no minus points. */
const LEAVES: Record<string, readonly Edition[]> = {
  steffen: ['2003', 'second'],
  geeky: ['zen'],
  'no bonus': ['2003'],
  bonus: ['second', 'zen'],
  nothing: ['2003', 'second'],
  row: ['second'],
  one: ['zen'],
};

export const fitting = (answers: Answers): Edition[] =>
  EDITIONS.filter((edition) => Object.values(answers).every((answer) => LEAVES[answer]?.includes(edition) ?? true));

interface Props {
  /** Those of the next new game. */
  rules: Record<GameName, string>;
  onRules: (game: GameName, rules: string, now: boolean) => void;
  onPlay: () => void;
}

export function BoxScreen({ rules, onRules, onPlay }: Props): JSX.Element {
  const edition = rules.linja.split('+')[0];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [answers, setAnswers] = useState<Answers>({ maker: '', bonus: '', cost: '' });
  const left = fitting(answers);
  const unknown = ['', t('I do not know')] as const;
  const sheets = (each: Edition): string =>
    (Object.keys(languages) as Language[])
      .filter((language) => sheetWords(language, each))
      .map((language) => languages[language])
      .join(', ');
  return (
    <main class="learn box">
      <h1 tabIndex={-1} ref={heading}>
        {t('Which box do you have?')}
      </h1>
      <p>{t('Linja has come out in three editions with different rules. Look at the box and the sheet; one answer may be enough.')}</p>
      <section class="card questions" aria-label={t('Questions')}>
        <Choice
          legend={t('What does the box or the sheet say?')}
          name="maker"
          value={answers.maker}
          onChange={(maker) => setAnswers({ ...answers, maker })}
          options={[unknown, ['steffen', 'Steffen-Spiele'], ['geeky', 'The Geeky Pen']]}
        />
        <Choice
          legend={t('Does the sheet know a bonus?')}
          name="bonus"
          value={answers.bonus}
          onChange={(bonus) => setAnswers({ ...answers, bonus })}
          options={[unknown, ['bonus', t('Yes')], ['no bonus', t('No')]]}
        />
        <Choice
          legend={t('What does a pawn left in its own half cost?')}
          name="cost"
          value={answers.cost}
          onChange={(cost) => setAnswers({ ...answers, cost })}
          options={[unknown, ['nothing', t('Nothing')], ['row', t('Minus points by row')], ['one', t('1 point each')]]}
        />
      </section>
      <div class="boxes" aria-live="polite">
        {left.length === 0 && <p class="card">{t('No edition that we know fits all of these answers.')}</p>}
        {left.map((each) => (
          <section key={each} class="card" aria-label={boxTitle(each)}>
            <h2>{boxTitle(each)}</h2>
            <p class="small">{t('Sheet in: {0}. Its example ends {1} to {2}.', sheets(each), ...EXAMPLE[each])}</p>
            {edition === each && (
              <p>
                <strong>{t('Your next new game has these rules.')}</strong>
              </p>
            )}
            <div class="buttons">
              <button
                type="button"
                class={left.length === 1 ? 'primary' : ''}
                aria-pressed={edition === each}
                onClick={() => onRules('linja', each, false)}
              >
                {t('This is my box')}
              </button>
              <a class="button" href={cardAddress('linja', each)}>
                {t('Rule card')}
              </a>
              <a class="button" href={chapterAddress('linja', each)}>
                {t('What is special')}
              </a>
            </div>
          </section>
        ))}
      </div>
      <div class="buttons">
        <button type="button" onClick={onPlay}>
          {t('Back to the game')}
        </button>
      </div>
    </main>
  );
}
