// SPDX-License-Identifier: MIT
//
// What the compiler does not see in the page and its tests: promises that nobody waits for, values of no
// type, hooks under conditions. How it is laid out is Prettier's affair.

import hooks from 'eslint-plugin-react-hooks';
import { config, configs } from 'typescript-eslint';

/** The name of a game in the code. */
const game = 'Literal[value=/^(linja|liniell)$/]';

export default config(
  { ignores: ['node_modules/', 'static/', 'trap/', '**/*.mjs'] },
  ...configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: new URL('.', import.meta.url).pathname } },
    plugins: { 'react-hooks': hooks },
    linterOptions: { reportUnusedDisableDirectives: true },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/method-signature-style': ['error', 'property'],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  // A game is asked through its module (page/games/game.ts): nobody compares its name.
  {
    files: ['page/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[`BinaryExpression[operator=/^[!=]==?$/] > ${game}`, `SwitchCase > ${game}`].map((selector) => ({
          selector,
          message: 'Ask the module of the game (games/list.ts) instead of comparing its name.',
        })),
      ],
    },
  },
  // Tests put themselves in the place of a method; Node's test runner waits for its tests by itself, and what they use of the build has no types.
  { files: ['tests/**'], rules: { '@typescript-eslint/unbound-method': 'off' } },
  {
    files: ['tests/units/**', 'tests/others/**'],
    rules: { '@typescript-eslint/no-floating-promises': 'off', '@typescript-eslint/no-unsafe-call': 'off' },
  },
);
