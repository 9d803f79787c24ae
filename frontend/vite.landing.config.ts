/**
 * The landing page: rendered to HTML, without code of its own, beside the application's files. A build of its own keeps
 * its styles out of the application's and the application's code out of it.
 */
import { fileURLToPath } from 'node:url';
import { createServer, defineConfig, type Plugin } from 'vite';
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

function prerendered(): Plugin {
  return {
    name: 'prerendered',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const { markup, title, description } = await render();
        return html
          .replaceAll('%title%', title)
          .replaceAll('%description%', description)
          .replace('<div id="landing"></div>', markup);
      },
    },
  };
}

export default defineConfig({
  plugins: [prerendered(), compressed()],
  resolve: { alias },
  publicDir: false,
  build: {
    emptyOutDir: false,
    // The application's manifest stays.
    manifest: false,
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: { input: 'landing.html' },
  },
});
