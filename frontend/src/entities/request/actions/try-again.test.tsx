/** Try again on the ticket of an unsuccessful request. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addIsoDays, today } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import { aSeen } from '@/testing/reservation-fixtures';
import { openList, serve, serveList, ticket } from '@/testing/reservation-list';
import { groupAt } from '@/testing/reservations';

serveList();

const YESTERDAY = addIsoDays(today(), -1);
const unsuccessful = groupAt(
  ['Petit Quai'],
  {
    status: 'unsuccessful',
    watch: null,
    date: YESTERDAY,
    reason: 'window_over',
    reason_text: 'No table opened in time.',
    seen: aSeen({ tables: 2, attempts: 1, time: '19:30', seating: 'Bar' }),
  },
  { group_id: 4052 },
);

test('an unsuccessful ticket says what was seen, and Try again fills the form', async () => {
  serve(unsuccessful);
  const { user, router } = await openList();
  const card = await ticket('Petit Quai');
  expect(card).toHaveTextContent('We saw 2 tables, the last 7:30 PM in New York · Bar.');
  expect(card).not.toHaveTextContent('No table opened in time.');
  const next = addIsoDays(YESTERDAY, 7);
  const day = formatDay(next);
  expect(card).toHaveTextContent(`Next chance: ${day}, 6:30 – 8:30 PM in New York.`);
  await user.click(within(card).getByRole('link', { name: 'Try again for Petit Quai' }));
  const sentence = await screen.findByRole('group', { name: 'Your request in a sentence' });
  for (const word of [
    'Party size: 2',
    'Restaurant: Petit Quai',
    `Day: ${formatDay(next, new Date(), 'long')}`,
    'Time: 7:30 PM',
  ]) {
    expect(within(sentence).getByRole('button', { name: word })).toBeInTheDocument();
  }
  expect(router.state.location.search).toEqual({});
});

test('another ticket has no Try again', async () => {
  await openList();
  const card = await ticket('Salt Hay');
  expect(within(card).queryByRole('link', { name: /^Try again/ })).not.toBeInTheDocument();
});
