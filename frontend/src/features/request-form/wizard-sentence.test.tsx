/** The first view of the request form: its sentence, and the line that opens the rest. */
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReservationBody } from '@/api/reservation-types';
import { today } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import { selection } from '@/entities/venue/selection';
import { expectFocus } from '@/testing/focus';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import {
  acceptRequests,
  ADDRESS,
  button,
  choose,
  DAY,
  openOptions,
  pickDay,
  reserve,
  signIn,
} from '@/testing/wizard';
import { comingFriday, lastRequest } from './draft/first-draft';

let sent: ReservationBody[];
const FRIDAY = comingFriday(today());
const dayWord = (date: string) => button(`Day: ${formatDay(date, new Date(), 'long')}`);
const sentence = () => screen.getByRole('group', { name: 'Your request in a sentence' });
const popover = (name: string) => screen.findByRole('dialog', { name }, { timeout: 30_000 });

beforeEach(() => {
  signIn('standard');
  sent = acceptRequests();
});

describe('the sentence', () => {
  test('is complete with a restaurant, so one press files', async () => {
    choose('Petit Quai');
    const { user, router } = await renderApp(ADDRESS);
    expect(sentence()).toHaveTextContent(
      `Table for Party size: 2 at Restaurant: Petit Quai on Day: ${formatDay(FRIDAY, new Date(), 'long')} around Time: 7:30 PM`,
    );
    expect(screen.queryByRole('heading', { name: 'Reservation Type' })).not.toBeInTheDocument();
    await user.click(reserve());
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/reservations');
    });
    expect(sent[0]?.reservation).toMatchObject({
      snipe_type: 'cancel',
      venues: [{ id: 1 }],
      party_size: 2,
      dates: [FRIDAY],
      start_time: '18:30',
      end_time: '20:30',
    });
    await waitFor(() => {
      expect(lastRequest.read(7)).toEqual({
        partySize: 2,
        time: { start: '18:30', end: '20:30' },
      });
    });
    expect(lastRequest.read(8)).toEqual({ partySize: null, time: null });
  });

  test('starts with party and time of the last request', async () => {
    lastRequest.write(7, { partySize: 4, time: { start: '20:30', end: '22:30' } });
    await renderApp(ADDRESS);
    expect(button('Party size: 4')).toBeInTheDocument();
    expect(button('Time: 9:30 PM')).toBeInTheDocument();
  });

  test('ignores an unreadable last request', async () => {
    localStorage.setItem('last-request:7', '{"partySize":40}');
    await renderApp(ADDRESS);
    expect(button('Party size: 2')).toBeInTheDocument();
  });

  test('changes with a press on its words', async () => {
    choose('Petit Quai');
    const { user } = await renderApp(ADDRESS);
    await user.click(button('Party size: 2'));
    const sizes = within(await popover('Party size'));
    expect(sizes.getByRole('button', { name: /^Custom PRO/ })).toBeInTheDocument();
    await user.click(sizes.getByRole('button', { name: '4' }));
    await expectFocus(() => button('Party size: 4'));
    await user.click(button('Time: 7:30 PM'));
    await user.click(
      within(await popover('Reservation Time')).getByRole('button', { name: /^Late/ }),
    );
    await user.click(dayWord(FRIDAY));
    await popover('Reservation Date');
    await pickDay(user);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(reserve());
    await waitFor(() => {
      expect(sent[0]?.reservation).toMatchObject({
        party_size: 4,
        dates: [DAY],
        start_time: '20:30',
      });
    });
  });

  test('keeps the offered day beside another one only after a press on it', async () => {
    signIn('premium');
    const { user } = await renderApp(ADDRESS);
    await user.click(dayWord(FRIDAY));
    await pickDay(user);
    await user.keyboard('{Escape}');
    expect(dayWord(DAY)).toBeInTheDocument();
  });

  test('replaces the restaurant of a word', async () => {
    signIn('premium');
    choose('Petit Quai', 'Vesper');
    const { user } = await renderApp(ADDRESS);
    await user.click(button('Restaurant: Petit Quai'));
    const dialog = within(await popover('Add Restaurant'));
    await user.click(await dialog.findByRole('button', { name: /^Osteria Lucciola/ }));
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect(selection.get().map(({ venue_name }) => venue_name)).toEqual([
      'Osteria Lucciola',
      'Vesper',
    ]);
  });

  test('says below what is missing and focuses its word', async () => {
    const { user } = await renderApp(ADDRESS);
    await user.click(reserve());
    expect(sentence()).toHaveAccessibleDescription('Please select a restaurant');
    await expectFocus(() => button('Restaurant: which restaurant'));
    expect(sent).toEqual([]);
  });

  test('warns of a request at the restaurant', async () => {
    server.use(
      http.get('/api/reservations/existing-restaurants/', () =>
        HttpResponse.json({
          existing_restaurants: [
            { venue: 1, venue_name: 'Petit Quai', why: 'active_task', dates: [today()] },
          ],
        }),
      ),
    );
    choose('Petit Quai');
    await renderApp(ADDRESS);
    expect(
      await screen.findByText('Warning: You already have an active task at this restaurant.'),
    ).toBeInTheDocument();
  });
});

describe('More options', () => {
  test('says what is set and opens the sections', async () => {
    choose('Petit Quai');
    const app = await renderApp(ADDRESS);
    expect(button('More options 6:30 – 8:30 PM · any seat · no fee')).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    await openOptions(app);
    // The sections say what is set, so the line does not.
    expect(button('More options')).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('group', { name: 'Party size' })).toBeInTheDocument();
  });

  test('opens where the answer is a field that it has', async () => {
    const error = 'That day is over.';
    server.use(
      http.post('/api/reservations/', () =>
        refusal(400, 'invalid', error, { final_snipe_error: error }),
      ),
    );
    choose('Petit Quai');
    const { user } = await renderApp(ADDRESS);
    await user.click(reserve());
    const section = await screen.findByRole(
      'group',
      { name: 'Final Sniping Day' },
      { timeout: 30_000 },
    );
    expect(section).toHaveAccessibleDescription(error);
    await waitFor(() => {
      expect(section).toContainElement(document.activeElement as HTMLElement);
    });
  });
});
