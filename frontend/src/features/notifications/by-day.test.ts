import { expect, test } from 'vitest';
import { anOutcome, notificationPage } from '@/testing/notifications';
import { notificationsByDay } from './by-day';

const now = new Date('2026-11-20T19:00:00.000Z');
const find = () => undefined;

test('notifications are grouped by day on the user’s calendar', () => {
  const days = notificationsByDay(notificationPage().events, { find, seen: 0, now });
  expect(days.map(({ label, rows }) => [label, rows.length])).toEqual([
    ['Today', 3],
    ['Yesterday', 1],
    ['Tue, Nov 17', 1],
  ]);
});

test('an evening in Los Angeles does not count as the next day', () => {
  const evening = anOutcome({ at: '2026-11-20T05:30:00.000Z' });
  const [day] = notificationsByDay([evening], { find, seen: 0, now });
  expect([day?.label, day?.rows[0]?.time]).toEqual(['Yesterday', '9:30 PM']);
});

test('notifications after the last read number are new', () => {
  const rows = notificationsByDay(notificationPage().events, { find, seen: 12, now }).flatMap(
    (day) => day.rows,
  );
  expect(rows.map(({ seq, isNew }) => [seq, isNew])).toEqual([
    [18, true],
    [17, true],
    [15, true],
    [12, false],
    [9, false],
  ]);
});
