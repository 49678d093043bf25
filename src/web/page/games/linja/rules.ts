// SPDX-License-Identifier: MIT
//
// Linja's editions and options in words, the newest first. Which of them go together is C's affair.

import { t } from '../../text';
import type { RuleSet } from '../game';

export function ruleSets(): RuleSet[] {
  return [
    {
      name: 'zen',
      title: t('Zen edition'),
      difference: t('The follow-up is optional; an exact arrival earns a bonus; pawns left in their own half cost 1 point each.'),
    },
    {
      name: 'second',
      title: t('Second edition'),
      difference: t(
        'The follow-up is optional; an exact arrival earns a bonus; pawns left in their own half cost the points of their row.',
      ),
    },
    {
      name: '2003',
      title: t('First edition, 2003'),
      difference: t('No bonus; a follow-up onto an empty row gives an extra turn; the game ends at once.'),
    },
  ];
}

export const ruleOptions = (): RuleSet[] => [
  { name: '+mean', title: t('Mean bonus'), difference: t('The bonus may also move an opposing pawn one row.'), source: 'option' },
  {
    name: '+return',
    title: t('Return'),
    difference: t('The bonus may take one of your own pawns back out of the goal.'),
    source: 'reading',
  },
  {
    name: '+exact',
    title: t('Exact follow-up'),
    difference: t('Only an exact follow-up earns the bonus, which may also take one of your own pawns back out of the goal.'),
    source: 'reading',
  },
];
