import js from '@eslint/js';
import queryPlugin from '@tanstack/eslint-plugin-query';
import routerPlugin from '@tanstack/eslint-plugin-router';
import importPlugin from 'eslint-plugin-import';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import { readdirSync } from 'node:fs';
import tseslint from 'typescript-eslint';

/**
 * Which features may import from which others; all other imports across features are refused. A pair belongs here
 * only if the screen is built from both.
 */
const FEATURE_PAIRS = {
  auth: ['legal'],
  'concierge-table': ['timeline'],
  profile: ['billing', 'notifications'],
  'request-form': ['billing', 'clients', 'notifications'],
  requests: ['concierge-table', 'timeline', 'weekly'],
  venues: ['billing'],
};

const features = readdirSync(new URL('./src/features', import.meta.url));
const featureZones = features.map((feature) => ({
  target: `./src/features/${feature}`,
  from: './src/features',
  except: [feature, ...(FEATURE_PAIRS[feature] ?? [])].map((name) => `./${name}`),
  message: 'Features do not import each other; see FEATURE_PAIRS in eslint.config.js.',
}));

/**
 * The layers from top to bottom. A layer imports only from itself and the layers below it; `api` and `realtime` share a
 * level with `ui`, and `ui` imports neither.
 */
const LAYERS = [
  ['boot'],
  ['routes'],
  ['gallery'],
  ['features'],
  ['entities'],
  ['realtime', 'ui'],
  ['api'],
  ['lib'],
];
const layerZones = LAYERS.flatMap((layer, level) =>
  layer.map((folder) => ({
    target: `./src/${folder}`,
    from: [
      ...LAYERS.slice(0, level).flat(),
      // Neighbors on one level do not import each other.
      ...layer.filter((neighbor) => neighbor !== folder),
    ].map((above) => `./src/${above}`),
  })),
);
// The primitives in `ui` know nothing of the product, so they do not call its API either.
layerZones.push({ target: './src/ui', from: './src/api' });

/** What people read is formatted in one place, in the reader's locale. */
const FORMATTED = 'Format it with src/lib/format.ts, in the reader’s locale.';
const HAND_FORMATS = [
  'CallExpression[callee.property.name=/^toLocale(Date|Time)?String$/]',
  'CallExpression[callee.property.name=/^get(UTC)?(Hours|Minutes|Seconds)$/]',
  // `${hours}:${String(minutes).padStart(2, '0')}`
  'TemplateLiteral CallExpression[callee.property.name="padStart"]',
  // `$${dollars}`
  'TemplateElement[value.raw=/\\$$/]',
].map((selector) => ({ selector, message: FORMATTED }));

/** Sentences live in the `messages.ts` of their folder. */
const LETTER = '[value=/[A-Za-z]/]';
const SHOWN_PROPS =
  'JSXAttribute[name.name=/^(aria-label|alt|description|hint|label|pendingLabel|placeholder|title)$/]';
const LITERAL_SENTENCES = [
  // The name of the product is the same everywhere.
  `JSXText${LETTER}:not([value=/^\\s*Tablehawk\\s*$/])`,
  `JSXElement > JSXExpressionContainer > :matches(ConditionalExpression, LogicalExpression) > Literal${LETTER}`,
  `${SHOWN_PROPS} > Literal${LETTER}`,
  `${SHOWN_PROPS} > JSXExpressionContainer > ConditionalExpression > Literal${LETTER}`,
  `${SHOWN_PROPS} > JSXExpressionContainer TemplateElement[value.raw=/[A-Za-z]/]`,
  `CallExpression[callee.name="toast"] Property[key.name=/^(title|text)$/] > Literal${LETTER}`,
].map((selector) => ({ selector, message: 'Put the sentence into messages.ts of this folder.' }));

/** The rules that compile every component with the React Compiler: a fifth of the time, and for what is shipped only. */
const COMPILED = Object.keys(reactHooks.configs.flat['recommended-latest'].rules).filter(
  (name) => !['react-hooks/rules-of-hooks', 'react-hooks/exhaustive-deps'].includes(name),
);

export default tseslint.config(
  {
    ignores: [
      'dist',
      'lighthouse/node_modules',
      'src/routeTree.gen.ts',
      'src/api/*.gen.ts',
      'playwright-report',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [
      ...tseslint.configs.strictTypeChecked,
      ...tseslint.configs.stylisticTypeChecked,
      reactHooks.configs.flat['recommended-latest'],
      jsxA11y.flatConfigs.strict,
      ...queryPlugin.configs['flat/recommended'],
      ...routerPlugin.configs['flat/recommended'],
    ],
    plugins: { import: importPlugin },
    // No list of the browser's globals: tsc knows them.
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    settings: {
      'import/resolver': { typescript: true },
    },
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // React handlers may be async: the mutation that they call handles its rejection.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
      // TanStack Router navigates by thrown `redirect()` and `notFound()`.
      '@typescript-eslint/only-throw-error': [
        'error',
        {
          allow: [
            {
              from: 'package',
              package: '@tanstack/router-core',
              name: ['Redirect', 'NotFoundError'],
            },
          ],
        },
      ],
      'import/no-restricted-paths': ['error', { zones: [...layerZones, ...featureZones] }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'socket.io-client', message: 'Only src/realtime opens the socket.' },
            {
              name: 'react',
              importNames: ['lazy'],
              message: 'Its failure takes the page along; see src/ui/lazy-component.tsx.',
            },
          ],
        },
      ],
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: [
      'src/lib/format.ts',
      'src/lib/dates.ts',
      'src/lib/zones.ts',
      'src/testing/**',
      '**/*.test.{ts,tsx}',
    ],
    rules: {
      'no-restricted-globals': ['error', { name: 'Intl', message: FORMATTED }],
      'no-restricted-syntax': ['error', ...HAND_FORMATS],
    },
  },
  {
    files: ['src/**/*.tsx'],
    ignores: ['src/testing/**', '**/*.test.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...HAND_FORMATS, ...LITERAL_SENTENCES] },
  },
  { files: ['src/realtime/**'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['**/*.test.{ts,tsx}', 'src/testing/**', 'e2e/**'],
    rules: Object.fromEntries(COMPILED.map((name) => [name, 'off'])),
  },
  {
    files: ['**/*.test.{ts,tsx}', 'src/testing/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['waitFor', 'waitUntil'].map((property) => ({
          object: 'vi',
          property,
          message:
            'It gives up after a second: use waitFor of Testing Library (src/testing/browser.ts).',
        })),
      ],
    },
  },
  {
    files: ['src/**/*.test.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          // `.not.toHaveFocus()` is no call on `expect(…)` itself.
          selector:
            "CallExpression[callee.property.name='toHaveFocus'][callee.object.type='CallExpression']",
          message: 'Effects move the focus a moment later: use expectFocus (src/testing/focus.ts).',
        },
      ],
    },
  },
  {
    files: ['*.js', 'scripts/**', 'public/**', 'e2e/**/*.mjs', 'lighthouse/*.mjs'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
);
