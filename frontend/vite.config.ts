/// <reference types="vitest/config" />
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { compressed } from './scripts/compressed';
import { testsInBrowser } from './scripts/tests-in-browser';

const backend = process.env.BACKEND_URL ?? 'http://127.0.0.1:8000';

/**
 * The first paint needs only the style sheet and a small script, so the application's code gets a low priority.
 * Imports of the entry become scripts before it instead of preloads: each is evaluated in a task of its own, so input
 * in between need not wait for all of them.
 */
function codeInTurn(): Plugin {
  return {
    name: 'code-in-turn',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const [entry = ''] = /<script type="module".*?<\/script>/.exec(html) ?? [];
        const code = (attributes: string) =>
          `<script type="module" crossorigin fetchpriority="low" ${attributes}></script>`;
        return html
          .replace(entry, '')
          .replaceAll(/<link rel="modulepreload" crossorigin href=(".*?")>/g, (_, file: string) =>
            code(`src=${file}`),
          )
          .replace(
            '</head>',
            `  ${entry.replace('crossorigin', '$& fetchpriority="low"')}\n  </head>`,
          );
      },
    },
  };
}

// The largest imports of the entry, as two files of about the same size that load in parallel.
const REACT = /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//;
const TANSTACK =
  /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store|react-query|query-core)\//;
/** What the request form, the list of requests and the restaurant page share beyond the earlier chunks. */
const REQUESTS =
  /src\/entities\/(venue\/directions|request\/((messages|release|limits|fees|saved-draft|final-snipe|group-title|tables\/(table-zones|seen-tables|booked-tables))\.ts|ticket\/ticket-messages))/;
const SMALL_PARTS =
  /node_modules\/(lucide-react|@date-fns\/tz)\/|src\/lib\/(dates|format|moved|online|zones|save-file|use-debounced-text|loading\/(use-rendered-count|first-page))\.ts|src\/ui\/(banner|choice-group|field|overlays\/lazy-panel|load-error|notice)\.tsx|src\/ui\/bottom-bar|src\/entities\/(plan\/(plans|price-text)|user\/(messages|next-step-banner|start)|request\/(use-choice|saved-draft)|platform\/(accounts|platforms|wire))\.ts|src\/entities\/venue\/(first-use|price|search-box)\.tsx?|src\/features\/request-form\/start\/notify-kept-panel/;

/**
 * Few files a page. By default each icon and each small module that two pages share becomes a chunk (sixty files for
 * the listing); over HTTP/1.1 a browser requests six at a time, and each six cost a round trip.
 */
const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: REACT },
  { name: 'tanstack', test: TANSTACK },
  { name: 'entry', tags: ['$initial'] },
  { name: 'parts', test: SMALL_PARTS },
  // What every signed-in page needs, and the covers, queries and messages of restaurants that most of them use.
  around('signed-in', {
    pages: ['routes/_app.tsx'],
    modules: ['cover.tsx', 'queries.ts', 'messages.ts'].map((name) => `entities/venue/${name}`),
  }),
  // The restaurant pages share the same components.
  around('venues', { pages: ['routes/_app/index.tsx'] }),
  { name: 'requests', test: REQUESTS },
  // The request as a sentence: in the form, on the restaurant page and, later than the page, above the listing.
  {
    name: 'sentence',
    test: /src\/features\/request-form\/(sentence\/(request-sentence|messages)|draft\/(draft|choice|use-draft|first-draft|fields)\.ts|sections\/times\/time-presets)/,
  },
  // What files a request: in the form, on the restaurant page, and after the sign-up.
  {
    name: 'filing',
    test: /src\/features\/request-form\/(use-submit|use-zone-note|payload|refusal-details|wizard-schema|sentence\/options-summary|draft\/(draft-summary|chosen-cards|use-notify-now))/,
  },
  // The restaurant page shows the states of its own requests and how old openings are, and needs nothing else of the list.
  { name: 'status', test: /src\/entities\/request\/(ago|status)/ },
  // The files that the list of requests needs in addition.
  around('list', { pages: ['routes/_app/reservations.index.tsx'] }),
];

/**
 * A chunk of all modules that the components of these pages import, directly or indirectly, except those in an
 * earlier chunk.
 */
function around(
  chunk: string,
  { pages, modules = [] }: { pages: string[]; modules?: string[] },
): Rolldown.CodeSplittingGroup {
  const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));
  // A page is loaded by its own name, so it stays a chunk of its own.
  const own = pages.map((page) => `${source(page)}?tsr-split=component`);
  const found = new Set<string>();
  const name = (id: string, build: Rolldown.ChunkingContext) => {
    if (found.size === 0) {
      for (const root of [...own, ...modules.map(source)]) found.add(root);
      // Iterating a set also visits the members added meanwhile.
      for (const module of found) {
        for (const imported of build.getModuleInfo(module)?.importedIds ?? []) found.add(imported);
      }
    }
    return found.has(id) && !own.includes(id) ? chunk : null;
  };
  return { debugName: chunk, name };
}

const IN_BROWSER = testsInBrowser();

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routeFileIgnorePattern: '\\.test\\.',
      quoteStyle: 'single',
    }),
    react(),
    codeInTurn(),
    compressed(),
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    manifest: true,
    // The content security policy allows no `data:` fonts or scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    target: 'es2022',
    // A browser that does not know `modulepreload` loads the same modules when they are imported.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { circularDependency: true },
      onLog(level, log, report) {
        if (log.code !== 'CIRCULAR_DEPENDENCY') report(level, log);
        else if (!log.message.includes('node_modules')) throw new Error(log.message);
      },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': backend,
      '/socket.io': { target: backend, ws: true },
    },
  },
  // `vite preview` replaces Django in the screen tests, under the same policy
  // (platform/config/tests/test_preview_policy.py compares them).
  preview: {
    headers: {
      'Content-Security-Policy':
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self' ws: wss:; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'",
    },
  },
  test: {
    setupFiles: ['src/testing/setup.ts'],
    reporters: ['default', 'junit'],
    outputFile: { junit: 'test-results/vitest.xml' },
    // Simulating a browser takes longer than most tests of rules. A `.test.ts` that needs one begins with
    // `// @vitest-environment jsdom`. Each project has one environment, because Vitest sorts files by size and starts a
    // new process for each file that needs another environment than the file before.
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          environment: 'node',
          include: ['src/**/*.test.ts'],
          exclude: IN_BROWSER,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'rules in a browser',
          environment: 'jsdom',
          include: IN_BROWSER,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          // One process loads jsdom, React and the application once. `src/testing/browser.ts` cleans up after each test.
          isolate: false,
        },
      },
    ],
    restoreMocks: true,
    testTimeout: 60_000,
    // Without this zone a one-day shift west of Greenwich would stay hidden.
    env: { TZ: 'America/Los_Angeles', DEBUG_PRINT_LIMIT: '0' },
  },
});
