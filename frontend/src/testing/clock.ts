/**
 * The clock of the tests. Each file begins at the same instant, which is that of the fixtures, and time goes on from
 * it. Otherwise "until Friday" and the year of a date would depend on the day on which the tests run, and "2 minutes ago"
 * on the files that ran before.
 */
import { beforeEach } from 'vitest';

const STARTS_AT = Date.parse('2026-11-20T19:05:13.000Z');
const RealDate = Date;
// Files share this module, and `setup.ts` runs again for each.
let shift = 0;
const now = () => RealDate.now() + shift;

const ShiftedDate = new Proxy(RealDate, {
  construct: (target, values: unknown[], subclass) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, subclass) as Date,
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});

/** Start the clock of a file, and set it before each test, because `vi.useRealTimers()` restores the machine's. */
export function startClock(): void {
  shift = STARTS_AT - RealDate.now();
  globalThis.Date = ShiftedDate;
  beforeEach(() => {
    globalThis.Date = ShiftedDate;
  });
}
