import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { ReservationBody } from '@/api/reservation-types';
import { addIsoDays } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import {
  acceptRequests,
  button,
  choose,
  DAY,
  fill,
  reserve,
  signIn,
  renderForm,
} from '@/testing/wizard';

let sent: ReservationBody[];

beforeEach(() => {
  signIn('premium');
  sent = acceptRequests();
});

const repeat = () => screen.findByRole('switch', { name: 'Repeat every week' });

test('a request repeats for eight weeks unless the user chooses another day', async () => {
  choose('Petit Quai');
  const app = await renderForm();
  await fill(app);
  await app.user.click(await repeat());
  const until = addIsoDays(DAY, 56);
  expect(button(`Repeat until ${formatDay(until)}`)).toBeInTheDocument();
  await app.user.click(reserve());
  await waitFor(() => {
    expect(sent).toHaveLength(1);
  });
  expect(sent[0]?.reservation).toMatchObject({ dates: [DAY], repeat_until: until });
});

test('without a date there is nothing to repeat', async () => {
  const { user } = await renderForm();
  await user.click(await repeat());
  expect(screen.getByText('Choose a reservation date first.')).toBeInTheDocument();
  expect(await repeat()).not.toBeChecked();
});

test('a release request repeats, and says when each one is filed', async () => {
  choose('Petit Quai');
  const app = await renderForm();
  await fill(app);
  await app.user.click(button(/^Release Reservation/));
  await screen.findByRole('group', { name: 'Release Date' });
  const help = () => repeat().then((found) => found.getAttribute('aria-describedby') ?? '');
  const text = async () => document.getElementById(await help())?.textContent;
  expect(await text()).toContain('for the same weekday, at least a day before each release');
  expect(await text()).toContain("A date that's already open gets a request for cancellations.");
  await app.user.click(
    screen.getByRole('switch', { name: 'Keep watching if we miss the release' }),
  );
  expect(await text()).toContain("A date that's already open gets no request.");
});
