/** Compares the class names of elements with those in the style sheets, because no compiler checks them. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map(
  (path) => `src/${path}`,
);
const read = (paths: readonly string[]) => paths.map((path) => readFileSync(path, 'utf8'));

const sheets = read(files.filter((path) => path.endsWith('.css')));
const pages = read([
  'index.html',
  '../platform/config/templates/developers/page.html',
  '../platform/config/templates/developers/fields.html',
  ...files.filter((path) => /\.tsx?$/.test(path) && !/\.(test|gen)\./.test(path)),
]);

/** The words of each first group that `pattern` finds. */
function wordsIn(texts: readonly string[], pattern: RegExp): Set<string> {
  const found = texts.flatMap((text) => [...text.matchAll(pattern)]);
  const words = found.flatMap(([, group = '']) => group.split(/\s+/));
  return new Set(words.filter((word) => word !== ''));
}

const OTHER_DOTS = /\/\*[^]*?\*\/|url\([^)]*\)|@import[^;]*;/g;
const defined = wordsIn(
  sheets.map((text) => text.replaceAll(OTHER_DOTS, '')),
  /\.([a-z][\w-]*)/gi,
);

test('every class of an element is defined in a style sheet', () => {
  const used = wordsIn(pages, /\bclass(?:Name)?="([^"]*)"/g);
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
});

test('every class of a style sheet is used by an element', () => {
  // A class may be an argument of `cn()`, a constant or built from parts, so every text of the code counts.
  const quoted = [/'([^'\n]*)'/g, /"([^"\n]*)"/g, /`([^`]*)`/g];
  const texts = new Set(quoted.flatMap((pattern) => [...wordsIn(pages, pattern)]));
  const prefixes = [...texts].flatMap((text) => /^([\w-]+-)\$\{/.exec(text)?.[1] ?? []);
  const isUsed = (name: string) =>
    texts.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
  expect([...defined].filter((name) => !isUsed(name))).toEqual([]);
});

test('no class alone is styled by two features', () => {
  // Features load on demand, so the order of their style sheets, and with it the winning rule, depends on the way that
  // a visitor takes. The landing page is a document of its own.
  const owners = new Map<string, Set<string>>();
  for (const path of files) {
    const feature = /^src\/features\/(?!landing\/)([^/]+)\/.*\.css$/.exec(path)?.[1];
    if (feature === undefined) continue;
    const rules = readFileSync(path, 'utf8').replaceAll(OTHER_DOTS, '');
    for (const [, selectors = ''] of rules.matchAll(/(?:^|[;{}])\s*([^;{}@]+)\{/g)) {
      for (const selector of selectors.split(',').map((one) => one.trim())) {
        if (!/^\.[\w-]+$/.test(selector)) continue;
        owners.set(selector, (owners.get(selector) ?? new Set()).add(feature));
      }
    }
  }
  expect([...owners].filter(([, features]) => features.size > 1)).toEqual([]);
});
