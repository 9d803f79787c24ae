/** Finds the tests of rules that need a simulated browser. */
import { readdirSync, readFileSync } from 'node:fs';

const SOURCES = new URL('../src/', import.meta.url);
const FIRST_LINE = '// @vitest-environment jsdom\n';

/** Return the paths of these tests: each `.test.ts` that begins with FIRST_LINE. */
export function testsInBrowser(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .filter((name) => readFileSync(new URL(name, SOURCES), 'utf8').startsWith(FIRST_LINE))
    .map((name) => `src/${name}`);
}
