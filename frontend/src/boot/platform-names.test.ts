/** Which files of the application may name a platform. All others pass a key and ask entities/platform. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ALLOWED = [
  // The fields and paths that the API fixes.
  'entities/platform/wire.ts',
  'entities/platform/wire-calls.ts',
  // Prerendered, and texts of law.
  'features/landing/messages.ts',
  'features/legal/privacy.ts',
  'features/legal/terms.ts',
  // One platform's rule.
  'features/concierge-table/messages.ts',
];
/** Not in the build, or generated. */
const ASIDE = /^testing\/|\.test\.tsx?$|\.gen\.ts$/;
const NAME = /\b(?:resy|opentable)\b/i;

test('no other file names a platform', () => {
  const named = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !ASIDE.test(file))
    .filter((file) => NAME.test(readFileSync(join('src', file), 'utf8')));
  expect(named.filter((file) => !ALLOWED.includes(file))).toEqual([]);
});
