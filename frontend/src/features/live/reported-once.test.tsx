import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { SeenEvent } from '@/api/reservation-types';
import { liveServer } from '@/testing/fake-socket';
import { anOutcome } from '@/testing/notifications';
import { renderApp } from '@/testing/render';

const SEEN: SeenEvent = {
  type: 'watch.seen',
  at: '2026-11-20T18:46:01.000Z',
  group_id: 4130,
  reservation_id: 61,
  attempt_id: 4,
  venue_name: 'Salt Hay',
  time_zone: 'America/New_York',
  date: '2026-11-28',
  time: '19:30',
  party_size: 2,
  seating: '',
};

afterEach(() => {
  vi.restoreAllMocks();
});

async function book() {
  await renderApp('/reservations');
  const ticket = await screen.findByRole('article', { name: /^Petit Quai/ });
  await liveServer.admit({ seq: 18 });
  const groupId = Number(ticket.dataset.groupId);
  const report = () => liveServer.send(anOutcome({ seq: 19, group_id: groupId }));
  return { groupId, report };
}

test('a table booked on a ticket in view is announced, without a toast over its buttons', async () => {
  const { groupId, report } = await book();
  vi.spyOn(document, 'elementsFromPoint').mockImplementation(() => [
    ...document.querySelectorAll(`[data-group-id="${groupId}"]`),
  ]);
  await report();
  const announced = await screen.findByText(/^Booked: Petit Quai\. .*7:15 PM/);
  expect(announced.closest('[aria-live=polite]')).not.toBeNull();
  expect(document.querySelector('.toast')).toBeNull();
});

test('a table booked on a ticket out of view has a toast', async () => {
  const { report } = await book();
  await report();
  expect(await screen.findByText('Booked: Petit Quai')).toHaveClass('toast-title');
});

test('a report stays for screen readers when others follow at once', async () => {
  const { groupId, report } = await book();
  vi.spyOn(document, 'elementsFromPoint').mockImplementation(() => [
    ...document.querySelectorAll(`[data-group-id="${groupId}"]`),
  ]);
  await report();
  await screen.findByText(/^Booked: Petit Quai\. /);
  for (const time of ['19:30', '19:30', '20:00']) await liveServer.sendLive({ ...SEEN, time });
  expect(screen.getByText(/^Booked: Petit Quai\. /)).toBeInTheDocument();
  // The same sentence twice is said twice.
  expect(screen.getAllByText(/^Table seen at .*7:30 PM/)).toHaveLength(2);
});
