import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { liveServer } from '@/testing/fake-socket';
import { anOutcome } from '@/testing/notifications';
import { renderApp } from '@/testing/render';

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
  expect(announced).toHaveAttribute('aria-live', 'polite');
  expect(document.querySelector('.toast')).toBeNull();
});

test('a table booked on a ticket out of view has a toast', async () => {
  const { report } = await book();
  await report();
  expect(await screen.findByText('Booked: Petit Quai')).toHaveClass('toast-title');
});
