import { describe, expect, test } from 'vitest';
import type { TimelineEntry } from '@/api/reservation-types';
import { anEntry, aWatch } from '@/testing/reservation-fixtures';
import { buildTimelineItems, openSighting } from './timeline-items';
import { slotText } from '@/entities/request/slot-text';
import { entryDetail } from '@/entities/request/timeline-text';

/** Local time: the timeline shows the reader's clock and day. */
const at = (day: number, clock: string) => new Date(`2026-11-${day}T${clock}`).toISOString();
const NOW = Date.parse(at(20, '20:00:00'));

function items(oldestFirst: TimelineEntry[], live?: { id: number; checks: number }[]) {
  return buildTimelineItems([...oldestFirst].reverse(), {
    members: (live ?? []).map(({ id, checks }) => ({ id, watch: aWatch({ checks }) })),
    attempts: 7,
    platform: 'Resy',
    now: NOW,
  });
}

function texts(oldestFirst: TimelineEntry[], live?: { id: number; checks: number }[]) {
  return items(oldestFirst, live).map((item) => {
    if (item.type === 'day') return item.label;
    if (item.type === 'run') return `${item.checks} checks`;
    return item.highlighted ? `* ${item.text}` : item.text;
  });
}

const attempt = [
  anEntry({ kind: 'filed', at: at(20, '15:20:02'), checks: 0 }),
  anEntry({ kind: 'watching', at: at(20, '15:20:04'), checks: 0 }),
  anEntry({ kind: 'seen', at: at(20, '18:47:30'), checks: 1204, time: '20:00', party_size: 2 }),
  anEntry({ kind: 'booking', at: at(20, '18:47:30'), checks: 1204 }),
  anEntry({ kind: 'lost', at: at(20, '18:47:31'), checks: 1204, reason: 'taken' }),
];
const second = [
  anEntry({
    kind: 'seen',
    at: at(20, '19:04:12'),
    checks: 1866,
    time: '19:15',
    party_size: 2,
    seating: 'Bar',
  }),
  anEntry({ kind: 'booking', at: at(20, '19:04:12'), checks: 1866 }),
];

describe('a timeline', () => {
  test('is newest first, with combined empty checks and the open attempt highlighted', () => {
    expect(texts([...attempt, ...second])).toEqual([
      'Today · Fri, Nov 20',
      '* booking · attempt 2',
      '* table seen · 7:15 PM in New York for 2 · Bar',
      '661 checks',
      'lost to another diner',
      'booking · attempt 1',
      'table seen · 8:00 PM in New York for 2',
      '1203 checks',
      'watching · Resy',
      'request filed',
    ]);
  });

  test('ends with the booking highlighted, and nothing else', () => {
    const booked = anEntry({
      kind: 'booked',
      at: at(20, '19:04:13'),
      time: '19:15',
      party_size: 2,
    });
    const [, first, next] = texts([...attempt, ...second, booked]);
    expect([first, next]).toEqual(['* booked · 7:15 PM in New York for 2', 'booking · attempt 2']);
  });

  test('shows the booking above the siblings that it ended at the same instant', () => {
    const now = at(20, '19:04:13');
    const ended = { kind: 'canceled', reason: 'booked_elsewhere', at: now };
    const booked = anEntry({ kind: 'booked', at: now, time: '19:15', party_size: 2 });
    const siblings = [52, 53].map((id) => anEntry({ ...ended, reservation_id: id }));
    expect(texts([...attempt, booked, ...siblings]).slice(1, 3)).toEqual([
      '* booked · 7:15 PM in New York for 2',
      'canceled · 2 requests',
    ]);
  });

  test('extends the newest run by the live count', () => {
    expect(texts(attempt, [{ id: 51, checks: 1300 }])[1]).toBe('96 checks');
  });

  test('is not interrupted by an entry without a count', () => {
    const pausedAndBack = [
      anEntry({ kind: 'watching', at: at(20, '15:00:00'), checks: 10 }),
      anEntry({ kind: 'paused', at: at(20, '16:00:00'), checks: null }),
      anEntry({ kind: 'watching', at: at(20, '17:00:00'), checks: 30 }),
    ];
    expect(texts(pausedAndBack).filter((line) => line.endsWith('checks'))).toEqual(['20 checks']);
  });

  test('has a heading for each day', () => {
    const twoDays = [
      anEntry({ kind: 'filed', at: at(19, '15:20:02') }),
      anEntry({ kind: 'paused', at: at(20, '09:00:00') }),
    ];
    expect(texts(twoDays)).toEqual([
      'Today · Fri, Nov 20',
      'paused',
      'Thu, Nov 19',
      'request filed',
    ]);
  });

  test('without its beginning numbers attempts from the end', () => {
    const tries = [anEntry({ kind: 'booking' }), anEntry({ kind: 'booking' })];
    expect(texts(tries).slice(1)).toEqual(['* booking · attempt 7', '* booking · attempt 6']);
  });

  test('shows an unknown kind of entry', () => {
    expect(texts([anEntry({ kind: 'venue_closed' })])[1]).toBe('venue closed');
  });

  test('is empty without entries', () => {
    expect(items([])).toEqual([]);
  });
});

test('has the sighting of the open attempt in flight', () => {
  const newestFirst = (entries: TimelineEntry[]) => [...entries].reverse();
  expect(openSighting(newestFirst([...attempt, ...second]))).toMatchObject({ time: '19:15' });
  expect(openSighting(newestFirst(attempt))).toBeNull();
});

describe('a table that was not booked', () => {
  const seat = { time: '19:30', party_size: 2 };
  const watched = anEntry({ kind: 'watching', at: at(20, '19:00:00'), checks: 4 });

  test('went to another guest: the check that found it is not an empty one', () => {
    const passedOver = anEntry({
      ...seat,
      kind: 'passed_over',
      at: at(20, '19:01:00'),
      checks: 10,
      tables: 1,
    });
    expect(texts([watched, passedOver], [{ id: 51, checks: 12 }]).slice(1)).toEqual([
      '2 checks',
      'table seen · 7:30 PM in New York for 2, went to another guest',
      '5 checks',
      'watching · Resy',
    ]);
  });

  test('counts all tables of its entry, and is not in flight', () => {
    const seen = anEntry({ ...seat, at: at(20, '19:01:00'), checks: 10, tables: 3 });
    const passedOver = anEntry({ ...seat, kind: 'passed_over', checks: 10, tables: 2 });
    expect(texts([seen, passedOver]).slice(1)).toEqual([
      '2 tables seen · the last 7:30 PM in New York for 2, went to other guests',
      '3 tables seen · the last 7:30 PM in New York for 2',
    ]);
  });

  test('does not end the attempt for another one', () => {
    const tried = anEntry({ ...seat, kind: 'booking', at: at(20, '19:01:00'), checks: 10 });
    const passedOver = anEntry({ ...seat, kind: 'passed_over', checks: 11, tables: 1 });
    expect(texts([tried, passedOver])[2]).toBe('* booking · attempt 7');
  });

  test('is held back once, and later checks find nothing else', () => {
    const held = anEntry({
      ...seat,
      kind: 'held_back',
      reason: 'held_back_fee',
      at: at(20, '19:01:00'),
      checks: 10,
      fee_cents: 5000,
    });
    expect(texts([watched, held])[1]).toBe('held back: $50 now · 7:30 PM in New York for 2');
    expect(items([watched, held], [{ id: 51, checks: 12 }])[1]).toMatchObject({
      type: 'run',
      checks: 2,
      else: true,
    });
  });
});

describe('a group of several reservations', () => {
  const filed = [1, 2, 3].map((id) =>
    anEntry({
      kind: 'filed',
      reservation_id: id,
      venue_name: `V${id}`,
      at: at(20, `15:20:0${id}`),
      checks: 0,
    }),
  );

  test('combines equal entries of the same moment and their runs', () => {
    const live = [1, 2, 3].map((id) => ({ id, checks: 10 * id }));
    expect(texts(filed, live)).toEqual([
      'Today · Fri, Nov 20',
      '60 checks',
      'request filed · 3 requests',
    ]);
  });

  test('keeps equal entries of one reservation apart', () => {
    const twice = [
      anEntry({ kind: 'watching', at: at(20, '15:20:01') }),
      anEntry({ kind: 'watching', at: at(20, '15:20:02') }),
    ];
    expect(texts(twice)).toEqual(['Today · Fri, Nov 20', 'watching · Resy', 'watching · Resy']);
  });

  test('names the venue of a seen table', () => {
    const seen = anEntry({
      kind: 'seen',
      reservation_id: 2,
      venue_name: 'V2',
      at: at(20, '16:00:00'),
    });
    const [, first] = items([...filed, seen]);
    expect(first).toMatchObject({ detail: 'V2, Sat, Nov 28' });
  });
});

test.each([
  [{ time: '19:15', party_size: 2, seating: 'Bar' }, '7:15 PM in New York for 2 · Bar'],
  [{ time: '19:15', party_size: 2, seating: '' }, '7:15 PM in New York for 2'],
  [{ time: '19:15', party_size: null, seating: '' }, '7:15 PM in New York'],
  [{ time: null, party_size: null, seating: '' }, ''],
  // The zone of the tests.
  [
    { time: '19:15', party_size: 2, seating: '', time_zone: 'America/Los_Angeles' },
    '7:15 PM for 2',
  ],
  // An event stored before it had a zone.
  [{ time: '19:15', party_size: 2, seating: '', time_zone: null }, '7:15 PM for 2'],
])('a slot %j reads "%s"', (slot, text) => {
  const place = { date: '2026-11-28', time_zone: 'America/New_York' };
  expect(slotText({ ...place, ...slot })).toBe(text);
});

test.each([
  ['lost', 'taken', 'Lost to another diner.', null],
  [
    'refused',
    'captcha',
    'Resy asks for a human check there.',
    'Resy asks for a human check there.',
  ],
  ['canceled', 'canceled_by_you', 'You canceled it.', null],
  [
    'canceled',
    'booked_elsewhere',
    'We booked another table of this request.',
    'We booked another table of this request.',
  ],
] as const)('the detail of %s for %s', (kind, reason, reason_text, detail) => {
  expect(entryDetail(anEntry({ kind, reason, reason_text }), { showPlace: false })).toBe(detail);
});

test.each([
  [
    'venue',
    'Chosen before Petit Quai, bar, Sat, Nov 28, 8:15 PM: you rank Osteria Lucciola higher.',
  ],
  ['date', 'Chosen before Petit Quai, bar, Sat, Nov 28, 8:15 PM: you rank Fri, Nov 27 higher.'],
  ['window', 'Chosen before Petit Quai, bar, Sat, Nov 28, 8:15 PM: you rank 7:30 PM higher.'],
  ['seating', 'Chosen before Petit Quai, bar, Sat, Nov 28, 8:15 PM: you rank Patio higher.'],
] as const)('a booked table says which table it was preferred to by the %s', (by, text) => {
  const over = { venue_name: 'Petit Quai', date: '2026-11-28', time: '20:15', seating: 'Bar', by };
  const booked = anEntry({
    kind: 'booked',
    date: '2026-11-27',
    time: '19:30',
    seating: 'Patio',
    over,
  });
  expect(entryDetail(booked, { showPlace: false })).toBe(text);
});
