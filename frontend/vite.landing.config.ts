/**
 * The landing page and the frame of /developers: rendered to HTML, without code of their own, beside the application's
 * files. A build of its own keeps their styles out of the application's and the application's code out of them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer, defineConfig, type Plugin, type UserConfig } from 'vite';
import { compressed } from './scripts/compressed';

type Rendered = { markup: string; title: string; description: string };

/** Each page, with the module that renders it. */
const PAGES = [
  ['landing.html', '/src/features/landing/render.tsx'],
  ['developers.html', '/src/features/developers/render.tsx'],
] as const;

const alias = { '@': fileURLToPath(new URL('./src', import.meta.url)) };

async function render(): Promise<Map<string, Rendered>> {
  const server = await createServer({
    configFile: false,
    server: { middlewareMode: true, hmr: false, ws: false },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    resolve: { alias },
    logLevel: 'error',
  });
  try {
    const rendered = new Map<string, Rendered>();
    for (const [file, module] of PAGES) {
      const { renderPage } = await server.ssrLoadModule(module);
      rendered.set(file, (renderPage as () => Rendered)());
    }
    return rendered;
  } finally {
    await server.close();
  }
}

/** The shared classes of what the server puts into the frame of /developers (platform/config/templates/developers). */
const REFERENCE = 'class="link link-inline mono"';

/** Classes of the shared style sheets that the pages do not use: their rules are left out. */
function unusedClasses(markup: string): string[] {
  const used = new Set(
    [...markup.matchAll(/class="(.*?)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  const folder = new URL('./src/styles/', import.meta.url);
  const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'));
  const css = sheets.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
  const named = [...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name);
  return [...new Set(named)].filter((name) => !used.has(name));
}

function prerendered(rendered: Map<string, Rendered>): Plugin {
  return {
    name: 'prerendered',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { filename }) => {
        const page = rendered.get(basename(filename));
        return html
          .replaceAll('%title%', page?.title ?? '')
          .replaceAll('%description%', page?.description ?? '')
          .replace('<div id="page"></div>', page?.markup ?? '');
      },
    },
  };
}

export default defineConfig(async (): Promise<UserConfig> => {
  const rendered = await render();
  const markup = [...rendered.values()].map((page) => page.markup).join('\n') + REFERENCE;
  return {
    plugins: [prerendered(rendered), compressed()],
    resolve: { alias },
    publicDir: false,
    css: { lightningcss: { unusedSymbols: unusedClasses(markup) } },
    build: {
      emptyOutDir: false,
      // The application's manifest stays.
      manifest: false,
      assetsInlineLimit: 0,
      target: 'es2022',
      rolldownOptions: { input: PAGES.map(([file]) => file) },
    },
  };
});
