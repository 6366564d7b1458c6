import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import relay from 'eslint-plugin-relay';
import tseslint from 'typescript-eslint';

// The other rules of the plugin compile each component, which takes five times as long as the rest of
// lint. `npm run test:deep` and the public CI judge by them.
const rulesOfHooks =
  process.env.TEST_DEPTH === 'deep'
    ? reactHooks.configs.recommended.rules
    : { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'warn' };

export default tseslint.config(
  { ignores: ['**/dist/', '.data/', '**/__generated__/', 'api/generated/', 'node_modules/'] },
  ...tseslint.configs.strict,
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Use node:crypto or a seeded generator.' },
      ],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(\\.\\./){2}(?!(\\.\\./)*art/)',
              message: 'Write #api/…, #common/… or #web/….',
            },
          ],
        },
      ],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  // The compiler finds them in less time.
  { files: ['**/*.{ts,tsx}'], rules: { '@typescript-eslint/no-unused-vars': 'off' } },
  {
    ignores: ['**/*.test.{ts,tsx}', '**/testing/**', 'web/e2e/**', 'bench/**'],
    plugins: { regexp },
    rules: {
      // No input may make an expression take more than linear time.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
      'no-restricted-syntax': [
        'error',
        {
          selector: ":matches(NewExpression, CallExpression)[callee.name='RegExp']",
          message: 'Write expressions as literals, so that lint can judge them.',
        },
        {
          selector: 'SpreadElement > :matches(ObjectExpression, ArrayExpression)',
          message: 'Write what it holds; a spread of a literal only fools the formatter.',
        },
      ],
    },
  },
  {
    files: ['api/**/*.ts'],
    ignores: ['api/platform/process/env.ts', 'api/testing/**', '**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only api/platform/process/env.ts reads the environment.',
        },
      ],
    },
  },
  { files: ['scripts/**', 'bench/**', 'examples/**'], rules: { 'no-console': 'off' } },
  {
    files: ['web/**/*.{ts,tsx}'],
    plugins: { relay, 'react-hooks': reactHooks, 'jsx-a11y': jsxA11y },
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Use node:crypto or a seeded generator.' },
        { property: 'toLocaleString', message: 'Use common/numbers.ts or common/money.ts.' },
      ],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              // Those stand inside a menu or tabs, which bring the theme.
              regex: '^@mui/material/(?!(ListSubheader|MenuItem|Tab)$)',
              message:
                'Use ui/basics/Button.tsx, IconButton.tsx, or ui/material, which has our theme.',
              allowTypeImports: true,
            },
          ],
        },
      ],
      ...rulesOfHooks,
      ...jsxA11y.flatConfigs.recommended.rules,
      ...relay.configs['ts-strict'].rules,
    },
  },
  { files: ['web/ui/material/**'], rules: { '@typescript-eslint/no-restricted-imports': 'off' } },
  {
    // The frame around the pages reads a part of a page's query, and so does a dialog of a loader's.
    files: ['web/**/*Page.tsx', 'web/**/*Loader.ts'],
    rules: { 'relay/unused-fields': 'off', 'relay/must-colocate-fragment-spreads': 'off' },
  },
  {
    files: ['**/*.test.{ts,tsx}', '**/testing/**', 'web/e2e/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
);
