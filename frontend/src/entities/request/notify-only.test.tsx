import { render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Group, OpeningEvent } from '@/api/reservation-types';
import { notificationsOf } from '@/entities/notification/notifications';
import { aGroup, aMember, aSeen, aWatch } from '@/testing/reservation-fixtures';
import { OpenTableLinks } from './actions/open-table-links';
import { withOpening } from './cache/group-changes';
import { ticketState } from './group-state';
import { openingNotes } from './live-notes';
import { ticketHead } from './ticket/ticket-head';
import { ticketNotes, statusLabel } from './ticket/ticket-text';

const PAGE = 'https://resy.com/cities/ny/venues/lucciola?date=2026-11-28&seats=2';
const OPENING: OpeningEvent = {
  seq: 9,
  type: 'reservation.opening',
  at: '2026-11-26T12:00:00.000Z',
  group_id: 4127,
  reservation_id: 51,
  venue_name: 'Osteria Lucciola',
  time_zone: 'America/New_York',
  date: '2026-11-28',
  time: '19:30',
  party_size: 2,
  seating: 'Bar',
  tables: 3,
  platform: 'resy',
  page: PAGE,
};

const watching = aGroup({ notify_only: true });
const texts = (group: Group) => {
  const state = ticketState(group);
  return [
    ticketHead(group, 0),
    statusLabel(group, state),
    ...ticketNotes(group, { state, notes: [], limit: 5 }).map(({ text }) => text),
  ];
};

describe('a notify-only ticket', () => {
  test('says that it only notifies', () => {
    const [head, label, plan] = texts(watching);
    expect([head, label]).toEqual(['Watching, notify only', 'Watching, notify only']);
    expect(plan).toMatch(/^We look about every/);
  });

  test('shows the table and its link once one has opened, until it is gone', () => {
    const open = withOpening(OPENING)(watching);
    expect(ticketState(open)).toBe('table_open');
    expect(texts(open).slice(1)).toEqual([
      'Table open',
      'Sat, Nov 28, 7:30 PM in New York at Osteria Lucciola. Book it on Resy yourself; it may be gone soon.',
    ]);
    render(<OpenTableLinks group={open} />);
    const link = screen.getByRole('link', { name: /^Book on Resy Osteria Lucciola, Sat, Nov 28/ });
    expect(link).toHaveAttribute('href', PAGE);
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  test('has no link without an open table, or without a known page', () => {
    const { container } = render(<OpenTableLinks group={watching} />);
    expect(container).toBeEmptyDOMElement();
    const open = withOpening({ ...OPENING, page: null })(watching);
    expect(render(<OpenTableLinks group={open} />).container).toBeEmptyDOMElement();
  });

  test('leaves a request alone that is no longer active', () => {
    const paused = aGroup({ members: [aMember({ status: 'paused', watch: null })] });
    expect(withOpening(OPENING)(paused)).toBe(paused);
  });

  test('says at its end what it was for', () => {
    const member = aMember({
      status: 'unsuccessful',
      watch: null,
      reason: 'notify_over',
      reason_text: 'The time for your notifications is over. We booked nothing, as you asked.',
      seen: aSeen({ tables: 1, time: '20:00', attempts: 0, held_fee_cents: null }),
    });
    const [head, , text] = texts(aGroup({ notify_only: true, members: [member] }));
    expect(head).toBe('Notifications ended');
    expect(text).toMatch(/^The time for your notifications is over\..* We saw one table/);
  });
});

test('an opening is a notification with the platform’s own page, never part of a summary', () => {
  const [first, ...others] = notificationsOf([OPENING], () => undefined);
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    title: 'Table open: Osteria Lucciola',
    page: PAGE,
    target: { to: 'group', groupId: 4127 },
  });
  expect(first?.text).toMatch(
    /^Sat, Nov 28, 7:30 PM.* for 2 · Bar\. 2 more opened\. Book it on Resy/,
  );
  expect(openingNotes(OPENING)[0]?.text).toMatch(/^3 tables open · the best 7:30 PM/);
});

test('the state of the watcher ends what the event has shown', () => {
  const gone = aGroup({ notify_only: true, members: [aMember({ watch: aWatch() })] });
  expect(ticketState(gone)).toBe('watching');
});
