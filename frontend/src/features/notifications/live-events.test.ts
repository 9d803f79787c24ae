// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import type { ChangedEvent, DurableEvent } from '@/api/reservation-types';
import { anOutcome, notificationPage } from '@/testing/notifications';
import { notificationsOf } from '@/entities/notification/notifications';
import { withLiveEvents as addEvents } from './live-events';
import type { NotificationPages } from './queries';

const withLiveEvents = (known: NotificationPages, events: readonly DurableEvent[]) =>
  addEvents(known, events, notificationsOf);
const known: NotificationPages = {
  pages: [notificationPage(), notificationPage({ events: [anOutcome({ seq: 2 })] })],
  pageParams: [undefined, 9],
};

function pressed(seq: number): ChangedEvent {
  return {
    seq,
    type: 'reservation.changed',
    at: '2026-11-20T19:00:00.000Z',
    group_id: 1,
    group_status: 'paused',
    what: 'paused',
    reason: null,
    reason_text: null,
  };
}

const first = (data: NotificationPages | null) => data?.pages[0];
const seqs = (data: NotificationPages | null) =>
  first(data)
    ?.events.slice(0, 3)
    .map(({ seq }) => seq);

describe('a live event', () => {
  test('is added on top, newest first, and counts as unread', () => {
    const data = withLiveEvents(known, [anOutcome({ seq: 19 }), anOutcome({ seq: 20 })]);
    expect(seqs(data)).toEqual([20, 19, 18]);
    expect(first(data)).toMatchObject({ unseen: 5, last_seq: 20 });
    expect(data?.pages[1]).toBe(known.pages[1]);
  });

  test.each<[string, DurableEvent[]]>([
    ['known already', [anOutcome({ seq: 18 }), anOutcome({ seq: 17 })]],
    ['none', []],
  ])('%s, changes nothing', (_, events) => {
    expect(withLiveEvents(known, events)).toBe(known);
  });

  test('of the user’s own action is not listed, but its number counts', () => {
    const data = withLiveEvents(known, [pressed(19), anOutcome({ seq: 20 })]);
    expect(seqs(data)).toEqual([20, 18, 17]);
    expect(first(data)).toMatchObject({ unseen: 4, last_seq: 20 });
  });

  test('after a gap in the numbers reloads the list', () => {
    expect(withLiveEvents(known, [anOutcome({ seq: 20 })])).toBeNull();
    expect(withLiveEvents(known, [anOutcome({ seq: 19 }), anOutcome({ seq: 21 })])).toBeNull();
  });

  test('is listed once if the list already has it', () => {
    const ahead = { ...known, pages: [notificationPage({ last_seq: 17, unseen: 2 })] };
    const data = withLiveEvents(ahead, [anOutcome({ seq: 18 })]);
    expect(seqs(data)).toEqual([18, 17, 15]);
    expect(first(data)).toMatchObject({ unseen: 3, last_seq: 18 });
  });

  test('is counted up to 100', () => {
    const many = { ...known, pages: [notificationPage({ unseen: 100 })] };
    expect(first(withLiveEvents(many, [anOutcome({ seq: 19 })]))?.unseen).toBe(100);
  });
});
