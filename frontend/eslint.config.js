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
 * Which features may import from which others; everything else across features is refused.
 * A pair belongs here only when the screen really is built from both.
 */
const FEATURE_PAIRS = {
  shell: ['auth'],
  auth: ['legal'],
  blogs: ['venues'],
  notices: ['live'],
  palette: ['shell', 'venues'],
  venues: ['plans', 'accounts'],
  requests: ['concierge-table', 'request-actions', 'timeline', 'venues', 'live'],
  'concierge-table': ['request-actions', 'timeline'],
  timeline: ['request-actions', 'venues'],
  'request-form': ['accounts', 'clients', 'plans', 'venues'],
  clients: ['accounts', 'auth'],
  plans: ['billing'],
  profile: ['billing', 'auth', 'notices'],
};

const features = readdirSync(new URL('./src/features', import.meta.url));
const featureZones = features.map((feature) => ({
  target: `./src/features/${feature}`,
  from: './src/features',
  // The gallery shows the parts of all of them, and nothing of it is in a production build.
  except: (feature === 'gallery' ? features : [feature, ...(FEATURE_PAIRS[feature] ?? [])]).map(
    (name) => `./${name}`,
  ),
  message: 'Features do not import each other; see FEATURE_PAIRS in eslint.config.js.',
}));

/** routes → features → entities → ui | api | realtime → lib; each layer sees only the ones to its right. */
const layerZones = [
  { target: './src/features', from: './src/routes' },
  { target: './src/entities', from: ['./src/routes', './src/features'] },
  {
    target: './src/ui',
    from: ['./src/routes', './src/features', './src/entities', './src/api', './src/realtime'],
  },
  {
    target: './src/api',
    from: ['./src/routes', './src/features', './src/entities', './src/ui', './src/realtime'],
  },
  {
    target: './src/realtime',
    from: ['./src/routes', './src/features', './src/entities', './src/ui'],
  },
  {
    target: './src/lib',
    from: [
      './src/routes',
      './src/features',
      './src/entities',
      './src/ui',
      './src/api',
      './src/realtime',
    ],
  },
];

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
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    settings: {
      'import/resolver': { typescript: true },
      'import/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
    },
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // React handlers may be async: what they reject is handled by the mutation they call.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
      // TanStack Router steers by throwing `redirect()` and `notFound()`.
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
      'import/no-cycle': 'error',
      'import/no-restricted-paths': ['error', { zones: [...layerZones, ...featureZones] }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'socket.io-client', message: 'Only src/realtime opens the socket.' },
            {
              name: 'react',
              importNames: ['lazy'],
              message: 'Its failure takes the page along; see src/ui/late-part.tsx.',
            },
          ],
        },
      ],
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  { files: ['src/realtime/**'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['*.js', 'scripts/**', 'public/**', 'e2e/**/*.mjs', 'lighthouse/*.mjs'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
);
