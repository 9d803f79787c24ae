import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReservationBody } from '@/api/reservation-types';
import { addIsoDays, today } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import { selection } from '@/entities/venue/selection';
import { expectFocus } from '@/testing/focus';
import { answersWith, subscription } from '@/testing/billing';
import { venueDetail } from '@/testing/fixtures';
import { server } from '@/testing/server';
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

let sent: ReservationBody[];

beforeEach(() => {
  signIn('standard');
  sent = acceptRequests();
});

describe('a choice that needs Pro', () => {
  test.each([
    ['a release', /^Release Reservation PRO/],
    ['a custom party size', /^Custom PRO 1 to 10 guests/],
    ['a custom time', /^Custom PRO Any start and end/],
    ['several dates', /Choose several dates/],
    ['several restaurants', /Watch several places at once/],
    ['a seating choice', /^Any PRO/],
  ])('%s opens the upgrade dialog', async (_, name) => {
    choose('Petit Quai');
    const { user } = await renderForm();
    await user.click(button(name));
    expect(
      await screen.findByRole('dialog', { name: 'This Feature is Available for Pro Subscribers' }),
    ).toBeInTheDocument();
  });

  const PRO = 'This Feature is Available for Pro Subscribers';
  const chosenDays = () =>
    screen
      .getAllByRole('button', { name: /, chosen$/ })
      .map((day) => day.getAttribute('aria-label'));

  test('another date replaces the first one, and the offer to keep both opens it', async () => {
    server.use(answersWith(subscription()));
    choose('Petit Quai');
    const { user } = await renderForm();
    const next = addIsoDays(DAY, 1);
    await pickDay(user);
    await pickDay(user, next);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(chosenDays()).toEqual([`${formatDay(next)}, chosen`]);
    expect(screen.getByText(`${formatDay(next)} replaces ${formatDay(DAY)}.`)).toHaveAttribute(
      'role',
      'status',
    );
    await user.click(button(`PRO Keep both ${formatDay(DAY)} and ${formatDay(next)}`));
    const dialog = await screen.findByRole('dialog', { name: PRO });
    expect(await within(dialog).findByRole('button', { name: 'Upgrade to PRO' })).toBeEnabled();
    await user.keyboard('{Escape}');
    expect(chosenDays()).toEqual([`${formatDay(next)}, chosen`]);
    // Without a date there is nothing to keep.
    await pickDay(user, next);
    expect(button('PRO Choose several dates')).toBeInTheDocument();
  });

  test('a date replaced before Pro began can be kept without the dialog', async () => {
    choose('Petit Quai');
    const { user, queryClient } = await renderForm();
    const next = addIsoDays(DAY, 1);
    await pickDay(user);
    await pickDay(user, next);
    signIn('premium');
    await queryClient.invalidateQueries();
    await user.click(await screen.findByRole('button', { name: /^Keep both/ }));
    expect(chosenDays()).toEqual([DAY, next].map((day) => `${formatDay(day)}, chosen`));
    expect(screen.queryByRole('button', { name: /^Keep both/ })).not.toBeInTheDocument();
  });

  test('another restaurant replaces the first one, and the offer to keep both opens it', async () => {
    choose('Petit Quai');
    const { user } = await renderForm();
    await user.click(button('Add Restaurant'));
    await user.click(await screen.findByRole('button', { name: /^Vesper/ }));
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect(selection.get().map((venue) => venue.venue_name)).toEqual(['Vesper']);
    expect(screen.getByText('Vesper replaces Petit Quai.')).toHaveAttribute('role', 'status');
    expect(button('Add Restaurant')).toHaveAccessibleDescription('Vesper replaces Petit Quai.');
    await user.click(button('PRO Keep both Petit Quai and Vesper'));
    expect(await screen.findByRole('dialog', { name: PRO })).toBeInTheDocument();
  });

  test('Pro accepts several dates, a custom time and a custom party size', async () => {
    signIn('premium');
    choose('Petit Quai', 'Vesper');
    const app = await renderForm();
    const { user } = app;
    await user.click(button('Custom'));
    await user.click(await screen.findByRole('button', { name: '7' }));
    await pickDay(user);
    await pickDay(user, addIsoDays(DAY, 1));
    await user.click(button(/^Custom Any start/));
    await user.click(await screen.findByRole('button', { name: 'Set time' }));
    expect(await screen.findAllByText('Please select a valid time')).not.toHaveLength(0);
    await user.type(screen.getByLabelText('From'), '19:00');
    await user.type(screen.getByLabelText('To'), '21:15');
    await user.click(button('Set time'));
    await user.click(reserve());
    await waitFor(() => {
      expect(sent).toHaveLength(1);
    });
    expect(sent[0]?.reservation).toMatchObject({
      venues: [{ id: 1 }, { id: 12 }],
      party_size: 7,
      dates: [DAY, addIsoDays(DAY, 1)],
      start_time: '19:00',
      end_time: '21:15',
    });
  });

  test('an override can be set with Pro and is explained to all others', async () => {
    signIn('premium');
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    await app.user.click(screen.getByRole('switch', { name: /^Override Current Reservation/ }));
    await app.user.click(reserve());
    await waitFor(() => {
      expect(sent[0]?.reservation).toMatchObject({ override_reservations: true });
    });
  });

  test('an override needs Pro', async () => {
    const { user } = await renderForm();
    const override = screen.getByRole('switch', { name: /^Override Current Reservation/ });
    await user.click(override);
    expect(await screen.findByRole('dialog')).toHaveTextContent('Pro');
    expect(override).not.toBeChecked();
  });
});

describe('the fee ceiling', () => {
  const fee = () => screen.getByLabelText('Pay now up to $');

  test.each([
    ['25', '25', 2500],
    ['$12.50', '1000', 100_000],
    ['4000', '1000', 100_000],
    ['no', '0', 0],
  ])('%s reads %s and is sent as %i cents', async (typed, shown, cents) => {
    choose('Petit Quai');
    const app = await renderForm();
    expect(fee()).toHaveValue('0');
    await fill(app);
    await app.user.clear(fee());
    expect(fee()).toHaveValue('');
    await app.user.type(fee(), typed);
    await app.user.tab();
    expect(fee()).toHaveValue(shown);
    await app.user.click(reserve());
    await waitFor(() => {
      expect(sent[0]?.reservation.fee_ceiling_cents).toBe(cents);
    });
  });
});

describe('restaurants', () => {
  const dialog = () => screen.findByRole('dialog');

  test('are searched, shown and added with a preferred seating', async () => {
    signIn('premium');
    const { user } = await renderForm();
    await user.click(button('Add Restaurant'));
    await expectFocus(() => screen.getByLabelText('Search restaurants'));
    await user.keyboard('lucc');
    const found = await within(await dialog()).findByRole('button', { name: /Osteria Lucciola/ });
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: /^Vesper/ })).not.toBeInTheDocument();
    });
    await user.click(found);
    const detail = within(await dialog());
    expect(await detail.findByText(/nearest to the door…$/)).toBeInTheDocument();
    await user.click(detail.getByRole('button', { name: 'Bar' }));
    await user.click(detail.getByRole('button', { name: 'Confirm' }));
    expect(
      await screen.findByText('Warning: You already have an active task at this restaurant.'),
    ).toBeInTheDocument();
    expect(selection.get()).toMatchObject([{ id: 3, selectedSittingOption: 'Bar' }]);
  });

  test('that cannot be booked are added to be notified', async () => {
    const message = 'Osteria Lucciola sells its tables through Tock.';
    const obstacle = { venue_id: 3, kind: 'tock', message, page: '', notifies: true } as const;
    server.use(http.get('/api/venues/:id/', () => HttpResponse.json(venueDetail(3, { obstacle }))));
    const { user } = await renderForm();
    await user.click(button('Add Restaurant'));
    await user.click(await screen.findByRole('button', { name: /Osteria Lucciola/ }));
    const detail = within(await dialog());
    expect(await detail.findByText(message)).toBeInTheDocument();
    await user.click(detail.getByRole('button', { name: 'Notify me when a table opens' }));
    expect(
      await screen.findByRole('switch', { name: 'Only notify me. You book it yourself.' }),
    ).toBeChecked();
    expect(selection.has(3)).toBe(true);
  });

  test('without a match show the specification’s sentence', async () => {
    const { user } = await renderForm();
    await user.click(button('Add Restaurant'));
    await user.type(await screen.findByLabelText('Search restaurants'), 'zzz');
    expect(
      await screen.findByText('No results found for zzz. Please consider trying a different name.'),
    ).toBeInTheDocument();
  });

  test('of a platform without an account cannot be selected', async () => {
    const { user } = await renderForm();
    await user.click(button('Add Restaurant'));
    await user.click(await screen.findByRole('button', { name: /^Trattoria dei Tre Fratelli/ }));
    expect(
      await screen.findByText(
        'You do not have OpenTable account connected so you can not select this restaurant.',
      ),
    ).toBeInTheDocument();
    expect(selection.get()).toEqual([]);
  });

  test('for Pro alone lead to the upgrade', async () => {
    const { user } = await renderForm();
    await user.click(button('Add Restaurant'));
    await user.click(await screen.findByRole('button', { name: /^Hendrik & Daughters/ }));
    expect(
      await screen.findByRole('dialog', { name: 'This Feature is Available for Pro Subscribers' }),
    ).toBeInTheDocument();
  });

  test('can be removed', async () => {
    choose('Petit Quai');
    const { user } = await renderForm();
    await user.click(button('Remove Petit Quai'));
    expect(selection.get()).toEqual([]);
  });

  test('beyond what the tier allows are dropped, the newest stays', async () => {
    choose('Petit Quai', 'Vesper');
    await renderForm();
    await waitFor(() => {
      expect(selection.get().map((venue) => venue.venue_name)).toEqual(['Vesper']);
    });
  });
});

describe('the final sniping day', () => {
  test('without a date asks for a date first', async () => {
    const { user } = await renderForm();
    await user.click(button(/^1 day before/));
    expect(screen.getByText('Please select Reservation Date First')).toBeInTheDocument();
    await pickDay(user);
    expect(screen.queryByText('Please select Reservation Date First')).not.toBeInTheDocument();
  });

  test.each([
    [0, /^1 day before/, 'Reservation Date is Today'],
    [1, /^2 days before/, 'Reservation Date is Tomorrow'],
  ])('%i days ahead, refuses %s', async (days, name, sentence) => {
    const { user } = await renderForm();
    await pickDay(user, addIsoDays(today(), days));
    await user.click(button(name));
    expect(screen.getByText(sentence)).toBeInTheDocument();
    expect(button(name)).toHaveAttribute('aria-pressed', 'false');
  });

  test('can be removed', async () => {
    const { user } = await renderForm();
    await pickDay(user);
    await user.click(button(/^1 day before/));
    expect(button(/^1 day before/)).toHaveAttribute('aria-pressed', 'true');
    await user.click(button(/^1 day before/));
    expect(button(/^1 day before/)).toHaveAttribute('aria-pressed', 'false');
  });
});
