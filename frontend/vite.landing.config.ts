/**
 * The landing page: rendered to HTML, without code of its own, beside the application's files. A build of its own keeps
 * its styles out of the application's and the application's code out of it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createServer, defineConfig, type Plugin, type UserConfig } from 'vite';
import { compressed } from './scripts/compressed';

type Rendered = { markup: string; title: string; description: string };

const alias = { '@': fileURLToPath(new URL('./src', import.meta.url)) };

async function render(): Promise<Rendered> {
  const server = await createServer({
    configFile: false,
    server: { middlewareMode: true, hmr: false, ws: false },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    resolve: { alias },
    logLevel: 'error',
  });
  try {
    const { renderLanding } = await server.ssrLoadModule('/src/features/landing/render.tsx');
    return (renderLanding as () => Rendered)();
  } finally {
    await server.close();
  }
}

/** Classes of the shared style sheets that the page does not use: their rules are left out. */
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

function prerendered({ markup, title, description }: Rendered): Plugin {
  return {
    name: 'prerendered',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replaceAll('%title%', title)
          .replaceAll('%description%', description)
          .replace('<div id="landing"></div>', markup),
    },
  };
}

export default defineConfig(async (): Promise<UserConfig> => {
  const rendered = await render();
  return {
    plugins: [prerendered(rendered), compressed()],
    resolve: { alias },
    publicDir: false,
    css: { lightningcss: { unusedSymbols: unusedClasses(rendered.markup) } },
    build: {
      emptyOutDir: false,
      // The application's manifest stays.
      manifest: false,
      assetsInlineLimit: 0,
      target: 'es2022',
      rolldownOptions: { input: 'landing.html' },
    },
  };
});
