/**
 * Holds the bundle to frontend.md §4.1: gzipped JavaScript of the entry and of each route (entry + the
 * route's static imports), from dist/.vite/manifest.json. Exits 1 when one is over.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const DIST = new URL('../dist/', import.meta.url);
const KB = 1024;
const ENTRY_BUDGET = 130;
const ROUTE_BUDGET = 195;
const CSS_BUDGET = 20;
/** Routes that must stay lighter than the worst case, by the end of their source path. */
const TIGHTER = {
  'routes/login.tsx': 165,
  'routes/signup.tsx': 180,
  'routes/_app/connect-accounts.tsx': 180,
  'routes/_app/index.tsx': 165,
  'routes/_app/venues.top-picks.tsx': 165,
};

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8'));
const sizes = new Map();

function sizeOf(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, DIST))).length / KB);
  return sizes.get(file);
}

function filesOf(key, seen = new Set()) {
  const chunk = manifest[key];
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(imported, seen);
  return seen;
}

function total(keys) {
  const files = new Set(keys.flatMap((key) => [...filesOf(key)]));
  return [...files].reduce((sum, file) => sum + sizeOf(file), 0);
}

const entryKey = Object.keys(manifest).find((key) => manifest[key].isEntry);
const lines = [['entry', total([entryKey]), ENTRY_BUDGET]];
const layout = Object.keys(manifest).filter((key) => key.includes('routes/_app.tsx'));
for (const key of Object.keys(manifest)) {
  const source = key.match(/src\/(routes\/.+?\.tsx)\?tsr-split=component/)?.[1];
  if (source === undefined || source === 'routes/_app.tsx') continue;
  const around = source.startsWith('routes/_app/') ? layout : [];
  lines.push([source, total([entryKey, ...around, key]), TIGHTER[source] ?? ROUTE_BUDGET]);
}
const css = [...new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []))];
lines.push(['all css', css.reduce((sum, file) => sum + sizeOf(file), 0), CSS_BUDGET]);

let over = 0;
for (const [name, size, budget] of lines) {
  if (size > budget) over += 1;
  console.log(
    `${size > budget ? 'OVER' : 'ok  '} ${size.toFixed(1).padStart(6)} of ${budget} kB gz  ${name}`,
  );
}
process.exitCode = over > 0 ? 1 : 0;
