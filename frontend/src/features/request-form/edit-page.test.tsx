import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Group, ReservationBody } from '@/api/reservation-types';
import { addIsoDays } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import { selection } from '@/entities/venue/selection';
import { expectFocus } from '@/testing/focus';
import { aClient } from '@/testing/clients';
import { concierge, goOn } from '@/testing/client-step';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { aPage } from '@/testing/reservation-fixtures';
import { groupAt } from '@/testing/reservations';
import { server } from '@/testing/server';
import { aRule, servesRules } from '@/testing/weekly';
import { button, choose, DAY, pickDay, signIn } from '@/testing/wizard';
import { NO_ERRORS } from './payload';

const ADDRESS = '/reservations/edit-reservation/4127';
const NEXT = addIsoDays(DAY, 1);
let sent: ReservationBody[];

/** A group at Petit Quai on two days, the first of which is closed. */
function serve(fields: Partial<Group> = {}, member: Parameters<typeof groupAt>[1] = {}) {
  const group = groupAt(['Petit Quai'], member, {
    group_id: 4127,
    dates: [DAY, NEXT],
    final_snipe_date: DAY,
    ...fields,
  });
  server.use(
    http.get('/api/reservations/4127/', () => HttpResponse.json(group)),
    http.post<never, { group_id: number }>(
      '/api/reservations/get-unique-unactive-dates-by-group/',
      async ({ request }) => {
        const { group_id } = await request.json();
        return HttpResponse.json({ dates: group_id === 4127 ? [DAY] : [] });
      },
    ),
    http.put<never, ReservationBody>('/api/reservations/4127/', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ message: 'Your request is changed.', group });
    }),
  );
  return group;
}

const update = () => {
  const [first] = screen.getAllByRole('button', { name: 'Update' });
  if (first === undefined) throw new Error('There is no Update button.');
  return first;
};
/** The code of the sections loads separately, which may take long on a busy machine. */
const form = () => screen.findAllByRole('group', { name: 'Reservation Type' }, { timeout: 30_000 });

beforeEach(() => {
  sent = [];
  signIn('premium', {}, 7);
  serve();
});

describe('a request of a weekly request', () => {
  const remark = 'A change counts for this week only';

  test('says that a change counts for this week, and leads to the weekly requests', async () => {
    server.use(...servesRules([aRule({ group_ids: [4127] })]));
    const { user, router } = await renderApp(ADDRESS);
    expect(await screen.findByText(remark)).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Your weekly requests' }));
    await waitFor(() => {
      expect(router.state.location).toMatchObject({ pathname: '/reservations', hash: 'weekly' });
    });
    await expectFocus(() => screen.getByRole('heading', { name: /^Every week/ }));
  });

  test('can be edited while the weekly requests do not load', async () => {
    server.use(http.get('/api/weekly-rules/', () => refusal(500, 'error', 'Down.')));
    await renderApp(ADDRESS);
    await form();
    expect(screen.queryByText(remark)).not.toBeInTheDocument();
  });
});

describe('editing', () => {
  test('starts from the group’s data and sends the changes', async () => {
    const { user, router } = await renderApp(ADDRESS);
    await form();
    expect(screen.getByRole('heading', { level: 1, name: 'Edit Reservation' })).toBeInTheDocument();
    expect(button('2')).toHaveAttribute('aria-pressed', 'true');
    expect(button(/^Prime/)).toHaveAttribute('aria-pressed', 'true');
    expect(button(/^1 day before/)).toHaveAttribute('aria-pressed', 'true');
    await user.click(button('4'));
    await user.click(update());
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/reservations');
    });
    expect(sent).toEqual([
      {
        reservation: {
          snipe_type: 'cancel',
          venues: [{ id: 1 }],
          party_size: 4,
          dates: [NEXT],
          start_time: '18:30',
          end_time: '20:30',
          time_windows: [{ start_time: '18:30', end_time: '20:30' }],
          final_snipe_date: DAY,
          notify_only: false,
          one_table: false,
          override_reservations: false,
          fee_ceiling_cents: 0,
          cancel_fee_ceiling_cents: 0,
          note_to_restaurant: '',
        },
        clientDetails: null,
        selectedResyAccount: 1,
        selectedOpenTableAccount: null,
        errors: NO_ERRORS,
      },
    ]);
    expect(await screen.findByText('Your request is changed.')).toBeInTheDocument();
  });

  test('does not change closed dates', async () => {
    const { user } = await renderApp(ADDRESS);
    await form();
    await screen.findByRole('grid');
    const closedDay = `${formatDay(DAY)}, booked or over`;
    if (screen.queryByRole('button', { name: closedDay }) === null) {
      await user.click(button(/previous month/i));
    }
    expect(button(closedDay)).toBeDisabled();
    const legend = screen.getByText('Booked or over: these days stay as they are');
    expect(legend).toContainHTML('<i class="dot dot-hollow"></i>');
  });

  test('counts active reservations once', async () => {
    const { user } = await renderApp(ADDRESS);
    await form();
    const ticket = within(screen.getByRole('complementary', { name: 'Your request' }));
    expect(await ticket.findByText('7 of 25 reservation requests used')).toBeInTheDocument();
    await pickDay(user, addIsoDays(DAY, 2));
    expect(ticket.getByText('7 of 25 reservation requests used')).toBeInTheDocument();
    expect(ticket.getByText('This request is among them.')).toBeInTheDocument();
  });

  test('keeps the listing’s selection, and does not warn of its own restaurant', async () => {
    choose('Vesper');
    server.use(
      http.get('/api/reservations/existing-restaurants/', () =>
        HttpResponse.json({
          existing_restaurants: [
            { venue: 1, venue_name: 'Petit Quai', why: 'active_task', dates: [NEXT] },
          ],
        }),
      ),
    );
    const { user } = await renderApp(ADDRESS);
    await form();
    expect(
      screen.queryByText('Warning: You already have an active task at this restaurant.'),
    ).not.toBeInTheDocument();
    await user.click(button('Remove Petit Quai'));
    await user.click(update());
    expect(screen.getByText('Please select a restaurant')).toBeInTheDocument();
    expect(selection.get().map((venue) => venue.venue_name)).toEqual(['Vesper']);
  });

  test('keeps the input when the server refuses', async () => {
    server.use(
      http.put('/api/reservations/4127/', () =>
        refusal(409, 'booking', 'A table is being booked for this request right now.'),
      ),
    );
    const { user } = await renderApp(ADDRESS);
    await form();
    await user.click(button('4'));
    await user.click(update());
    const ticket = within(screen.getByRole('complementary', { name: 'Your request' }));
    expect(
      await ticket.findByText('A table is being booked for this request right now.'),
    ).toBeInTheDocument();
    expect(button('4')).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('what an update removes', () => {
  const note = () => screen.queryByText('An update removes a part of this request');

  test('is not shown while the form shows everything', async () => {
    await renderApp(ADDRESS);
    await form();
    expect(note()).not.toBeInTheDocument();
  });

  test('is a restaurant that is no longer listed', async () => {
    serve({ venues: groupAt(['Vesper', 'Petit Quai']).venues });
    server.use(
      http.get('/api/venues/1/', () => refusal(404, 'not_found', 'There is no such restaurant.')),
    );
    const { user } = await renderApp(ADDRESS);
    await form();
    expect(note()).toBeInTheDocument();
    expect(screen.getByText('No longer listed: Petit Quai.')).toBeInTheDocument();
    await user.click(update());
    await waitFor(() => {
      expect(sent[0]?.reservation.venues).toHaveLength(1);
    });
  });

  test('is what a smaller plan does not have; the best choices stay', async () => {
    signIn('standard', {}, 7);
    const later = addIsoDays(DAY, 2);
    serve({
      snipe_type: 'release',
      venues: groupAt(['Vesper', 'Petit Quai']).venues,
      dates: [NEXT, later],
      dates_by_choice: [later, NEXT],
    });
    await renderApp(ADDRESS);
    await form();
    expect(
      screen.getByText(`Not in your plan: Petit Quai · ${formatDay(NEXT)} · the release.`),
    ).toBeInTheDocument();
    expect(button('Remove Vesper')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Remove Petit Quai' })).not.toBeInTheDocument();
  });
});

describe('a request that cannot be edited', () => {
  test('says so when it has ended', async () => {
    serve({}, { status: 'confirmed', watch: null });
    await renderApp(ADDRESS);
    expect(
      await screen.findByText("This request is over and can't be changed."),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Update' })).not.toBeInTheDocument();
  });

  test.each(['/reservations/edit-reservation/9999', '/reservations/edit-reservation/x1'])(
    'is not found at %s',
    async (address) => {
      await renderApp(address);
      expect(
        await screen.findByRole('heading', { name: "There's nothing at this address" }),
      ).toBeInTheDocument();
    },
  );

  test('can be loaded again after a failure', async () => {
    server.use(http.get('/api/reservations/4127/', () => HttpResponse.error(), { once: true }));
    const { user } = await renderApp(ADDRESS);
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(await form()).not.toHaveLength(0);
  });
});

test('has no Edit unless it is active or paused', async () => {
  const groups = (['active', 'paused', 'confirmed', 'unsuccessful', 'canceled'] as const).map(
    (status, index) =>
      groupAt(
        [['Petit Quai', 'Vesper', 'Salt Hay', 'Jangdok', 'Kawaya Counter'][index] ?? ''],
        {
          status,
        },
        { group_id: 4127 + index },
      ),
  );
  server.use(http.get('/api/reservations/', () => HttpResponse.json(aPage(groups))));
  const { user, router } = await renderApp('/reservations');
  const edits = await screen.findAllByRole('link', { name: /^Edit/ });
  expect(edits.map((edit) => edit.textContent)).toEqual(['Edit Petit Quai', 'Edit Vesper']);
  for (const edit of edits.slice(0, 1)) await user.click(edit);
  await waitFor(() => {
    expect(router.state.location.pathname).toBe(ADDRESS);
  });
});

test('a concierge’s edit shows the group’s client, and the unchanged mask keeps the card', async () => {
  concierge();
  const { first_name, last_name, email, zip_code, phone } = aClient();
  serve({
    account_name: 'Desk two',
    book_on_behalf: `${first_name} ${last_name}`,
    client: {
      first_name,
      last_name,
      email,
      zip_code,
      phone,
      cc_number: '•••• 1881',
      exp_month: '01',
      exp_year: String(new Date().getFullYear() + 2),
    },
  });
  const { user } = await renderApp(ADDRESS);
  expect(await screen.findByLabelText('Card number')).toHaveValue('•••• 1881');
  expect(button(/^Desk two/)).toHaveAttribute('aria-pressed', 'true');
  await user.click(goOn());
  await form();
  await user.click(update());
  await waitFor(() => {
    expect(sent[0]).toMatchObject({
      selectedResyAccount: 2,
      clientDetails: { first_name: 'Lucía', cc_number: '•••• 1881', cvc: null, save: false },
    });
  });
});
