import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReservationBody } from '@/api/reservation-types';
import { addIsoDays, today } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import { expectFocus } from '@/testing/focus';
import { learnedRule, openTableAccount, venueDetail } from '@/testing/fixtures';
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
import { server } from '@/testing/server';

let sent: ReservationBody[];

beforeEach(() => {
  signIn('standard');
  sent = acceptRequests();
});

describe('a release', () => {
  const OPENTABLE = 'At this time, we do not offer release snipes for Opentable.';
  const release = () => button(/^Release Reservation/);

  test('has a date and time instead of the final sniping day', async () => {
    signIn('premium');
    const { user } = await renderForm();
    expect(screen.getByRole('heading', { name: 'Final Sniping Day' })).toBeInTheDocument();
    await user.click(release());
    expect(release()).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByRole('heading', { name: 'Final Sniping Day' })).not.toBeInTheDocument();
    const date = await screen.findByRole('group', { name: 'Release Date' });
    await user.click(reserve());
    expect(date).toHaveAccessibleDescription('Please set release date');
    expect(screen.getByRole('group', { name: 'Release Time (EST)' })).toHaveAccessibleDescription(
      'Please set release time',
    );
    expect(sent).toEqual([]);
  });

  test('is filed with its date and time, also shown on the user’s clock and on the ticket', async () => {
    signIn('premium');
    choose('Petit Quai');
    const app = await renderForm();
    const { user } = app;
    await fill(app);
    await user.click(release());
    await user.click(await screen.findByRole('button', { name: '12:00 PM' }));
    await user.click(button('Pick a day'));
    const day = addIsoDays(today(), 1);
    const calendar = within(await screen.findByRole('dialog', { name: 'Release date' }));
    if (calendar.queryByRole('button', { name: new RegExp(`^${formatDay(day)}`) }) === null) {
      await user.click(calendar.getByRole('button', { name: /next month/i }));
    }
    await user.click(calendar.getByRole('button', { name: new RegExp(`^${formatDay(day)}`) }));
    expect(
      await screen.findByText('12:00 PM in New York is 9:00 AM for you in Los Angeles.'),
    ).toBeInTheDocument();
    const options = button('More options');
    await user.click(options);
    expect(options).toHaveTextContent(`release ${formatDay(day)}, 12:00 PM (EST)`);
    await user.click(options);
    const goesOn = screen.getByRole('switch', { name: 'Keep watching if we miss the release' });
    expect(goesOn).toBeChecked();
    expect(goesOn).toHaveAccessibleDescription(/until the reservation date/);
    await user.click(reserve());
    await waitFor(() => {
      expect(sent).toHaveLength(1);
    });
    expect(sent[0]?.reservation).toEqual({
      snipe_type: 'release',
      venues: [{ id: 1 }],
      party_size: 2,
      dates: [DAY],
      start_time: '18:30',
      end_time: '20:30',
      time_windows: [{ start_time: '18:30', end_time: '20:30' }],
      release_date: day,
      release_time: '12:00',
      continue_as_cancel: true,
      notify_only: false,
      one_table: false,
      override_reservations: false,
      fee_ceiling_cents: 0,
      cancel_fee_ceiling_cents: 0,
      note_to_restaurant: '',
    });
  });

  test('ends with the release day if the user turns that off', async () => {
    signIn('premium');
    choose('Petit Quai');
    server.use(
      http.get('/api/venues/:id/', () =>
        HttpResponse.json(venueDetail(1, { learned_rule: learnedRule({ days_ahead: 7 }) })),
      ),
    );
    const app = await renderForm();
    const { user } = app;
    await fill(app);
    await user.click(release());
    const part = within(await screen.findByRole('group', { name: 'Release Date' }));
    await part.findByRole('button', { name: formatDay(addIsoDays(DAY, -7)) });
    await user.click(screen.getByRole('switch', { name: 'Keep watching if we miss the release' }));
    await user.click(reserve());
    await waitFor(() => {
      expect(sent).toHaveLength(1);
    });
    expect(sent[0]?.reservation.continue_as_cancel).toBe(false);
  });

  test('is filled in from what we learned, and follows the date until the user changes it', async () => {
    signIn('premium');
    choose('Petit Quai');
    const learned_rule = learnedRule({ days_ahead: 7 });
    server.use(
      http.get('/api/venues/:id/', () => HttpResponse.json(venueDetail(1, { learned_rule }))),
    );
    const app = await renderForm();
    const { user } = app;
    await fill(app);
    await user.click(release());
    const part = within(await screen.findByRole('group', { name: 'Release Date' }));
    const opens = addIsoDays(DAY, -7);
    expect(await part.findByRole('button', { name: formatDay(opens) })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '10:00 AM' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    expect(
      screen.getByText(/^Petit Quai: Opens 30 days ahead .+ seen 9 of 10 times\. The first day/),
    ).toBeInTheDocument();
    await pickDay(user);
    await pickDay(user, addIsoDays(DAY, 1));
    expect(
      await part.findByRole('button', { name: formatDay(addIsoDays(opens, 1)) }),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '12:00 PM' }));
    await pickDay(user, addIsoDays(DAY, 1));
    await pickDay(user);
    expect(part.getByRole('button', { name: formatDay(addIsoDays(opens, 1)) })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '12:00 PM' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  test('follows the date after the user looked at the other kind of request', async () => {
    signIn('premium');
    choose('Petit Quai');
    const learned_rule = learnedRule({ days_ahead: 7 });
    server.use(
      http.get('/api/venues/:id/', () => HttpResponse.json(venueDetail(1, { learned_rule }))),
    );
    const app = await renderForm();
    const { user } = app;
    await fill(app);
    const opens = addIsoDays(DAY, -7);
    await user.click(release());
    const part = () => within(screen.getByRole('group', { name: 'Release Date' }));
    await waitFor(() => {
      expect(part().getByRole('button', { name: formatDay(opens) })).toBeInTheDocument();
    });
    await user.click(button(/^Canceled Reservation/));
    await user.click(release());
    await pickDay(user);
    await pickDay(user, addIsoDays(DAY, 1));
    await waitFor(() => {
      const opensLater = formatDay(addIsoDays(opens, 1));
      expect(part().getByRole('button', { name: opensLater })).toBeInTheDocument();
    });
  });

  test('says that a day is open already, and names the first that is not', async () => {
    signIn('premium');
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    await app.user.click(release());
    const name = formatDay(DAY);
    expect(
      await screen.findByText(
        new RegExp(`^Petit Quai has already opened ${name}\\. The first day that it hasn't`),
      ),
    ).toBeInTheDocument();
    expect(button('Pick a day')).toBeInTheDocument();
  });

  test('accepts a custom time', async () => {
    signIn('premium');
    const { user } = await renderForm();
    await user.click(release());
    const times = within(await screen.findByRole('group', { name: 'Release Time (EST)' }));
    await user.click(times.getByRole('button', { name: 'Custom' }));
    await user.click(await screen.findByRole('button', { name: 'Set time' }));
    expect(screen.getByLabelText('Opens at (EST)')).toHaveAccessibleDescription(
      'Please select a valid time',
    );
    await user.type(screen.getByLabelText('Opens at (EST)'), '09:30');
    await user.click(button('Set time'));
    expect(times.getByRole('button', { name: 'Custom 9:30 AM' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  test('is not offered for OpenTable', async () => {
    signIn('premium', { ot_accounts: [openTableAccount] });
    choose('Trattoria dei Tre Fratelli Bonaventura', 'Petit Quai');
    const app = await renderForm();
    expect(screen.queryByText(OPENTABLE)).not.toBeInTheDocument();
    await app.user.click(release());
    expect(screen.getByText(OPENTABLE)).toBeInTheDocument();
    await fill(app);
    await app.user.click(reserve());
    expect(sent).toEqual([]);
    await expectFocus(() => button(/^Canceled Reservation/));
    await app.user.click(button(/^Remove Trattoria/));
    expect(screen.queryByText(OPENTABLE)).not.toBeInTheDocument();
  });
});
