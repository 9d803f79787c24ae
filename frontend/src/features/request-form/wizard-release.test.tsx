import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReservationBody } from '@/api/reservation-types';
import { addIsoDays, today } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import { openTableAccount } from '@/testing/fixtures';
import { renderApp } from '@/testing/render';
import {
  acceptRequests,
  ADDRESS,
  button,
  choose,
  DAY,
  fill,
  reserve,
  signIn,
} from '@/testing/wizard';

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
    const { user } = await renderApp(ADDRESS);
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
    const app = await renderApp(ADDRESS);
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
    const ticket = screen.getByRole('complementary', { name: 'Your request' });
    expect(ticket).toHaveTextContent(`Books open ${formatDay(day)}, 12:00 PM (EST).`);
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
      release_date: day,
      release_time: '12:00',
      notify_only: false,
      one_table: false,
      override_reservations: false,
      fee_ceiling_cents: 0,
    });
  });

  test('accepts a custom time', async () => {
    signIn('premium');
    const { user } = await renderApp(ADDRESS);
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
    const app = await renderApp(ADDRESS);
    expect(screen.queryByText(OPENTABLE)).not.toBeInTheDocument();
    await app.user.click(release());
    expect(screen.getByText(OPENTABLE)).toBeInTheDocument();
    await fill(app);
    await app.user.click(reserve());
    expect(sent).toEqual([]);
    expect(button(/^Canceled Reservation/)).toHaveFocus();
    await app.user.click(button(/^Remove Trattoria/));
    expect(screen.queryByText(OPENTABLE)).not.toBeInTheDocument();
  });
});
