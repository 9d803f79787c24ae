/**
 * Checks the size of the build from dist/.vite/manifest.json: gzipped JavaScript of the entry and of each route (the
 * entry plus the route's static imports), the number of files, and the style sheets of the heaviest route. Exits 1 if
 * one exceeds its budget, or if the build contains any of the gallery.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const DIST = new URL('../dist/', import.meta.url);
const KB = 1024;
const ENTRY_BUDGET = 130;
const ROUTE_BUDGET = 195;
const CSS_BUDGET = 20;
/** Over HTTP/1.1 a browser requests six files at a time, and each six cost a round trip. */
const FILES_BUDGET = 18;
/** Tighter budgets of single routes, by their source path. */
const TIGHTER = {
  'routes/login.tsx': 165,
  'routes/signup.tsx': 165,
  'routes/_app/connect-accounts.tsx': 184,
  'routes/_app/index.tsx': 166.5,
  'routes/_app/venues.top-picks.tsx': 167,
};

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8'));
const sizes = new Map();

function sizeOf(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, DIST))).length / KB);
  return sizes.get(file);
}

function chunksOf(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) chunksOf(imported, seen);
  return seen;
}

/** The files that a visitor loads for these chunks: code or style sheets. */
function filesFor(keys, filesOf) {
  const chunks = new Set(keys.flatMap((key) => [...chunksOf(key)]));
  return [...new Set([...chunks].flatMap((key) => filesOf(manifest[key])))];
}

const total = (keys, filesOf) =>
  filesFor(keys, filesOf).reduce((sum, file) => sum + sizeOf(file), 0);

const code = (chunk) => [chunk.file];
const styles = (chunk) => chunk.css ?? [];

const entryKey = Object.keys(manifest).find((key) => manifest[key].isEntry);
const lines = [['entry', total([entryKey], code), ENTRY_BUDGET]];
let heaviest = ['', 0];
let most = ['', 0];
const layout = Object.keys(manifest).filter((key) => key.includes('routes/_app.tsx'));
for (const key of Object.keys(manifest)) {
  const source = key.match(/src\/(routes\/.+?\.tsx)\?tsr-split=component/)?.[1];
  if (source === undefined || source === 'routes/_app.tsx') continue;
  const around = source.startsWith('routes/_app/') ? layout : [];
  const keys = [entryKey, ...around, key];
  lines.push([source, total(keys, code), TIGHTER[source] ?? ROUTE_BUDGET]);
  const sheets = total(keys, styles);
  if (sheets > heaviest[1]) heaviest = [source, sheets];
  const files = filesFor(keys, code).length;
  if (files > most[1]) most = [source, files];
}
lines.push([`style sheets of ${heaviest[0]}, the heaviest`, heaviest[1], CSS_BUDGET]);

let over = 0;
for (const [name, size, budget] of lines) {
  if (size > budget) over += 1;
  console.log(
    `${size > budget ? 'OVER' : 'ok  '} ${size.toFixed(1).padStart(6)} of ${budget} kB gz  ${name}`,
  );
}

if (most[1] > FILES_BUDGET) over += 1;
console.log(
  `${most[1] > FILES_BUDGET ? 'OVER' : 'ok  '} ${most[1]} of ${FILES_BUDGET} scripts  ${most[0]}, which has the most`,
);

// The gallery and its fixtures are for development and tests.
const strays = Object.keys(manifest).filter((key) => /src\/(testing|gallery)\//.test(key));
for (const key of strays) console.log(`STRAY ${key} has no place in a production build`);
process.exitCode = over > 0 || strays.length > 0 ? 1 : 0;
