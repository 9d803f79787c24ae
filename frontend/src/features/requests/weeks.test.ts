import { expect, test } from 'vitest';
import { aBooking } from '@/testing/reservation-fixtures';
import { groupAt } from '@/testing/reservations';
import { weeksOf } from './weeks';

/** A Friday. */
const NOW = Date.parse('2026-11-20T19:00:00.000Z');
const on = (name: string, date: string, fields: Parameters<typeof groupAt>[1] = {}) =>
  groupAt([name], { date, ...fields });

test('groups requests by the week of the dinner, which begins on Monday, and puts ended ones last', () => {
  const booked = { status: 'confirmed', watch: null, booked: aBooking() } as const;
  const active = [
    on('Vesper', '2026-12-01'),
    on('Maison Orchard', '2026-11-23'),
    on('Osteria Lucciola', '2026-11-20'),
  ];
  const weeks = weeksOf(
    [
      { section: 'tables', groups: [on('Jangdok', '2026-11-24', booked)] },
      { section: 'active', groups: active },
      { section: 'paused', groups: [on('Salt Hay', '2026-11-22', { status: 'paused' })] },
      { section: 'finished', groups: [on('Petit Quai', '2026-11-21')] },
    ],
    NOW,
  );
  expect(
    weeks.map(({ title, groups }) => [title, ...groups.map(({ venues }) => venues[0]?.venue_name)]),
  ).toEqual([
    ['This week', 'Osteria Lucciola', 'Salt Hay'],
    ['Next week', 'Maison Orchard', 'Jangdok'],
    ['Week of Mon, Nov 30', 'Vesper'],
    ['Finished', 'Petit Quai'],
  ]);
});

test('a request of several dates stands at the next one', () => {
  const group = { ...on('Vesper', '2026-11-26'), dates: ['2026-11-18', '2026-11-26'] };
  expect(weeksOf([{ section: 'active', groups: [group] }], NOW).map(({ title }) => title)).toEqual([
    'Next week',
  ]);
});
