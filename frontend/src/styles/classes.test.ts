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
