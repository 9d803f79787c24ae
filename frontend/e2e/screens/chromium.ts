/** The Chromium that took the pictures; `pictures/CHROMIUM` has its version. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const RECORD = new URL('./pictures/CHROMIUM', import.meta.url);
const major = (version: string) => version.split('.')[0];

/** Fail if this Chromium may draw differently: its pictures cannot be compared. */
export function refuseOther(version: string): void {
  if (!existsSync(RECORD)) {
    throw new Error('There are no pictures to compare with yet: npm run screens:renew');
  }
  const taken = readFileSync(RECORD, 'utf8').trim();
  if (major(taken) === major(version)) return;
  throw new Error(
    `The pictures were taken with Chromium ${taken}, this is ${version}. Nothing was compared. ` +
      'Look at the screens, then take them again: npm run screens:renew',
  );
}

export function record(version: string): void {
  mkdirSync(new URL('.', RECORD), { recursive: true });
  writeFileSync(RECORD, `${version}\n`);
}
