import { afterEach, describe, expect, test, vi } from 'vitest';
import { formatTimeAt, formatZone } from './format';
import { instantIn, isKnownZone, RELEASE_ZONE, wallClock, zonesToChoose } from './zones';

describe('a wall clock of another zone', () => {
  test.each([
    ['in winter', '2026-12-01', '10:00', '2026-12-01T15:00:00.000Z'],
    ['in summer, when New York is not on EST', '2026-07-01', '10:00', '2026-07-01T14:00:00.000Z'],
    [
      'on the morning after the clocks went back',
      '2026-11-01',
      '10:00',
      '2026-11-01T15:00:00.000Z',
    ],
    ['of a doubled hour is its first time', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    ['at midnight', '2026-11-28', '00:00', '2026-11-28T05:00:00.000Z'],
  ])('%s', (_, date, time, instant) => {
    expect(new Date(instantIn(RELEASE_ZONE, date, time)).toISOString()).toBe(instant);
  });

  test.each([
    ['Europe/Lisbon', '2026-11-21', '15:00'],
    ['America/Los_Angeles', '2026-11-21', '07:00'],
    ['Asia/Tokyo', '2026-11-22', '00:00'],
  ])('shows in %s', (zone, date, time) => {
    expect(wallClock(zone, Date.parse('2026-11-21T15:00:00Z'))).toEqual({ date, time });
  });
});

const UNKNOWN = [
  'Etc/Unknown',
  'localtime',
  'Factory',
  '',
  'Mars/Base',
  'PST8PDT0',
  '\u0000',
  'undefined',
];

describe('a zone that the browser does not know', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.resetModules();
  });

  test.each(UNKNOWN)('%j is read as the clock of all releases', (zone) => {
    const instant = Date.parse('2026-11-21T15:00:00Z');
    expect(isKnownZone(zone)).toBe(false);
    expect(wallClock(zone, instant)).toEqual(wallClock(RELEASE_ZONE, instant));
    expect(instantIn(zone, '2026-11-21', '10:00')).toBe(instant);
    const at = { date: '2026-11-21', time: '10:00', zone } as const;
    expect(formatZone(at)).toBeNull();
    expect(formatTimeAt(at)).not.toMatch(/NaN|Invalid/);
  });

  test.each(UNKNOWN)('as the browser’s own, %j leaves the reader’s clock out', async (timeZone) => {
    const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone };
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
    vi.resetModules();
    const zones = await import('./zones');
    expect(zones.browserZoneName()).toBeNull();
    expect(zones.localZone()).toBe(RELEASE_ZONE);
  });

  test('can still be replaced by one from the list', () => {
    expect(zonesToChoose('America/Phoenix')).toContain('America/Phoenix');
    expect(zonesToChoose().every(isKnownZone)).toBe(true);
  });
});
