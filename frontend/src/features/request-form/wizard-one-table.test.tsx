/** Requests for several dates: one table in all or one for each, the user's order, and ranges of dates. */
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { ReservationBody } from '@/api/reservation-types';
import { addIsoDays } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import { selection } from '@/entities/venue/selection';
import {
  acceptRequests,
  button,
  choose,
  DAY,
  fill,
  pickDay,
  reserve,
  signIn,
  renderForm,
} from '@/testing/wizard';

const NEXT = addIsoDays(DAY, 1);
let sent: ReservationBody[];

beforeEach(() => {
  signIn('premium');
  sent = acceptRequests();
});

test('several dates get one table in all, in the order of the user', async () => {
  choose('Petit Quai', 'Osteria Lucciola');
  const app = await renderForm();
  await fill(app);
  await pickDay(app.user, NEXT);
  expect(button(/^One table in all/)).toHaveAttribute('aria-pressed', 'true');
  const [, second] = selection.get();
  const selectedBefore = selection.get().map(({ id }) => id);
  await app.user.click(button(`Move ${second?.venue_name ?? ''} up`));
  await app.user.click(button(`Move ${formatDay(NEXT)} up`));
  expect(screen.getByText(`${formatDay(NEXT)} is now 1 of 2.`)).toBeInTheDocument();
  await app.user.click(reserve());
  expect(sent[0]?.reservation).toMatchObject({ one_table: true, dates: [NEXT, DAY] });
  expect(selectedBefore).toEqual(sent[0]?.reservation.venues.map(({ id }) => id).reverse());
});

test('the user may choose one table for each date', async () => {
  choose('Petit Quai');
  const app = await renderForm();
  await fill(app);
  expect(screen.queryByRole('button', { name: /^One table in all/ })).not.toBeInTheDocument();
  await pickDay(app.user, NEXT);
  await app.user.click(button(/^One table for each date/));
  expect(screen.queryByRole('list', { name: /^Your order of dates/ })).not.toBeInTheDocument();
  await app.user.click(reserve());
  expect(sent[0]?.reservation).toMatchObject({ one_table: false, dates: [DAY, NEXT] });
});

test('a range adds the dates of its weekdays', async () => {
  choose('Petit Quai');
  const { user } = await renderForm();
  await user.click(button('A range of dates'));
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: DAY } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: addIsoDays(DAY, 13) } });
  expect(button('Add 14 dates')).toBeEnabled();
  const weekdays = within(screen.getByRole('toolbar', { name: 'Only these weekdays' }));
  await user.click(weekdays.getByRole('button', { name: 'Fri' }));
  await user.click(weekdays.getByRole('button', { name: 'Sat' }));
  await user.click(button('Add 4 dates'));
  expect(screen.getByText('4 dates chosen')).toBeInTheDocument();
  expect(button('Add dates')).toBeDisabled();
});
