import tailwind from 'eslint-plugin-better-tailwindcss'
import formatjs from 'eslint-plugin-formatjs'
import a11y from 'eslint-plugin-jsx-a11y-x'
import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const ui = ['design-system/**/*.tsx', 'console/**/*.tsx']
const scaffolding = ['**/*.stories.tsx', '**/*.test.ts', '**/*.test.tsx', '**/testing/**', '.storybook/**']

/** Visible text must be a message. The space that the formatter writes as `{' '}` between two elements is no text. */
const literalText = formatjs.rules['no-literal-string-in-jsx']
const noLiteralText = {
  ...literalText,
  create: context =>
    literalText.create(
      Object.create(context, {
        report: { value: problem => (problem.node.value === ' ' ? undefined : context.report(problem)) },
      }),
    ),
}

/** Rules of every source file; for rendered files, those of the interface in addition. */
export default tseslint.config(
  {
    ignores: [
      '**/node_modules/**',
      '**/dist/**',
      '**/storybook-static/**',
      '.data/**',
      'test-results/**',
      '**/*.generated.*',
      'risk-service/fql/grammar/parser*.ts',
      'scripts/**/*.cjs',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.recommended.map(config => ({ ...config, files: ['**/*.ts', '**/*.tsx'] })),
  {
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'off',
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'react', importNames: ['forwardRef'], message: 'ref is a prop.' }] },
      ],
    },
  },
  {
    files: ui,
    plugins: { 'react-hooks': hooks, 'jsx-a11y-x': a11y, formatjs, 'better-tailwindcss': tailwind },
    settings: { 'better-tailwindcss': { entryPoint: 'design-system/styles/index.css' } },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      ...Object.fromEntries(
        Object.entries(a11y.configs.recommended.rules)
          .filter(([, level]) => level !== 'off')
          .map(([rule, level]) => [rule, level]),
      ),
      // This library's dialog and combobox move focus on purpose when they open.
      'jsx-a11y-x/no-autofocus': 'off',
      // Composites (grid, tree, scrolling regions) are focusable on their container or on one roving item (APG).
      'jsx-a11y-x/no-noninteractive-tabindex': [
        'error',
        { roles: ['application', 'tabpanel', 'region', 'img', 'group'], tags: ['pre'], allowExpressionValues: true },
      ],
      'better-tailwindcss/enforce-logical-properties': ['error', { ignore: ['^(.*:)?-?((min-|max-)?[wh]|size)-.*'] }],
      'better-tailwindcss/no-unknown-classes': 'error',
      'better-tailwindcss/no-conflicting-classes': 'error',
      'better-tailwindcss/no-restricted-classes': [
        'error',
        {
          restrict: [
            { pattern: '^(.*:)?dark:.*', message: 'Use a semantic token.' },
            {
              pattern:
                '^(.*:)?-?(translate-x|space-x|divide-x|origin-(top-|bottom-)?(left|right)|bg-linear-to-(l|r))(-.*)?$',
              message: 'Not direction-aware.',
            },
            { pattern: '^.*\\[#.*', message: 'Use a colour token.' },
          ],
        },
      ],
    },
  },
  {
    files: ui,
    ignores: scaffolding,
    plugins: { assay: { rules: { 'no-literal-text': noLiteralText } } },
    rules: {
      'assay/no-literal-text': ['error', { props: { include: [['*', '{aria-label,title,placeholder,alt,label}']] } }],
    },
  },
)
