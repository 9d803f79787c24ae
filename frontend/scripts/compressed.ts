/** Writes `.br` and `.gz` beside each file that a page loads, so that the server need not compress them. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: (_, { command, mode }) => command === 'build' && mode === 'production',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir, 'assets');
    },
    closeBundle: async () => {
      const present = new Set(await readdir(folder));
      // The landing page's build adds files to those of the application's build, which are compressed already.
      const files = [...present].filter(
        (name) => /\.(js|css|svg)$/.test(name) && !present.has(`${name}.gz`),
      );
      await Promise.all(
        files.map(async (name) => {
          const path = resolve(folder, name);
          const content = await readFile(path);
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
        }),
      );
    },
  };
}
