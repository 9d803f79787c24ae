import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Group, ReservationBody } from '@/api/reservation-types';
import { addIsoDays, today } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import { selection } from '@/entities/venue/selection';
import { expectFocus } from '@/testing/focus';
import { answersWith, newcomer, onPro, subscription } from '@/testing/billing';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { checkoutOrigin } from '@/features/billing/checkout-origin';
import { aPage } from '@/testing/reservation-fixtures';
import { GROUPS } from '@/testing/reservations';
import { server } from '@/testing/server';
import {
  acceptRequests,
  ADDRESS,
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
const withoutPlan = { ...newcomer, has_had_free_trial: true };

beforeEach(() => {
  signIn('standard');
  sent = acceptRequests();
});

describe('the first time', () => {
  const text = () => screen.queryByText(/^Nothing is booked yet/);

  test('says once in a browser what Reserve starts', async () => {
    const { user, unmount } = await renderForm();
    expect(text()).toBeInTheDocument();
    await user.click(button('Got it'));
    expect(text()).not.toBeInTheDocument();
    unmount();
    await renderForm();
    expect(text()).not.toBeInTheDocument();
  });

  test('continues from there at the first open question', async () => {
    choose('Petit Quai');
    const { user } = await renderForm();
    await user.click(button('Got it'));
    await expectFocus(() => button('2'));
  });

  test('asks for an account instead if there is none', async () => {
    signIn('standard', { resy_accounts: [] });
    await renderForm();
    expect(screen.getByText(/^Connect your Resy or OpenTable account/)).toBeInTheDocument();
    expect(text()).not.toBeInTheDocument();
  });
});

describe('sending', () => {
  test('an empty form names each missing choice and focuses the first', async () => {
    const { user } = await renderForm();
    await user.click(reserve());
    for (const sentence of [
      'Please select a restaurant',
      'Please select a party size',
      'Please set reservation date',
      'Please set reservation time',
    ]) {
      expect(screen.getByText(sentence)).toBeInTheDocument();
    }
    expect(
      await screen.findByText('Please fill all required fields before submitting.'),
    ).toBeInTheDocument();
    await expectFocus(() => button('Add Restaurant'));
    expect(sent).toEqual([]);
  });

  test('an error disappears when its field is filled', async () => {
    const { user } = await renderForm();
    await user.click(reserve());
    await user.click(button('4'));
    expect(screen.queryByText('Please select a party size')).not.toBeInTheDocument();
    expect(screen.getByText('Please set reservation time')).toBeInTheDocument();
  });

  test('a complete request is filed, and the form is cleared', async () => {
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    await app.user.click(button(/^1 day before/));
    await app.user.click(reserve());
    // First, because the toast ends by itself while a slow machine still loads the next page.
    expect(await screen.findByText("Request filed. We're watching.")).toBeInTheDocument();
    await waitFor(() => {
      expect(app.router.state.location.pathname).toBe('/reservations');
    });
    expect(sent).toEqual([
      {
        reservation: {
          snipe_type: 'cancel',
          venues: [{ id: 1 }],
          party_size: 2,
          dates: [DAY],
          start_time: '18:30',
          end_time: '20:30',
          time_windows: [{ start_time: '18:30', end_time: '20:30' }],
          final_snipe_date: addIsoDays(DAY, -1),
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
        errors: {
          venues_error: null,
          party_size_error: null,
          dates_error: null,
          times_error: null,
          release_dates_error: null,
          release_time_error: null,
        },
      },
    ]);
    expect(selection.get()).toEqual([]);
    expect(sessionStorage.getItem('reservation-draft:7')).toBeNull();
  });

  test('an empty list loads again after the first request', async () => {
    choose('Petit Quai');
    const filed: Group[] = [];
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.get('/api/reservations/', async () => {
        if (sent.length > 0) await answered;
        return HttpResponse.json(aPage(filed));
      }),
    );
    const app = await renderApp('/reservations');
    await screen.findByText(/^No reservations here yet/);
    await app.router.navigate({ to: ADDRESS });
    await screen.findByRole('heading', { name: 'Add Reservation' });
    await fill(app);
    await app.user.click(reserve());
    await screen.findByText('Loading reservations');
    expect(screen.getAllByRole('link', { name: 'Add Reservation' })).toHaveLength(1);
    expect(screen.queryByText(/^No reservations here yet/)).not.toBeInTheDocument();
    filed.push(...GROUPS.slice(0, 1));
    answer();
    expect(await screen.findAllByRole('article')).not.toHaveLength(0);
  });

  test.each(['venues_error', 'party_size_error', 'dates_error'])(
    'what cannot be booked has the link to the restaurant’s own page below its sentence in %s',
    async (field) => {
      choose('Petit Quai');
      const message = 'Petit Quai is closed until January 1, 2199.';
      const page = 'https://resy.com/quai';
      const obstacle = { venue_id: 1, kind: 'reopening', message, page, notifies: false };
      server.use(
        http.post('/api/reservations/', () =>
          HttpResponse.json(
            { code: 'cannot_book', message, errors: { [field]: message }, obstacles: [obstacle] },
            { status: 409 },
          ),
        ),
      );
      const app = await renderForm();
      await fill(app);
      await app.user.click(reserve());
      const link = await screen.findByRole('link', { name: /^Open its page on Resy/ });
      expect(link).toHaveAttribute('href', 'https://resy.com/quai');
      expect(link.closest('[aria-live]')).toHaveTextContent(message);
      expect(screen.queryByRole('button', { name: /^Notify me/ })).not.toBeInTheDocument();
    },
  );

  test('all restaurants that cannot be booked have a link, and nothing is offered that one of them excludes', async () => {
    signIn('premium');
    choose('Petit Quai', 'Osteria Lucciola');
    const quai = 'Petit Quai sells its tables through Tock.';
    const osteria = 'Osteria Lucciola takes no reservations.';
    const obstacles = [
      { venue_id: 1, kind: 'tock', message: quai, page: 'https://resy.com/quai', notifies: true },
      {
        venue_id: 3,
        kind: 'listing',
        message: osteria,
        page: 'https://resy.com/osteria',
        notifies: false,
      },
    ];
    server.use(
      http.post('/api/reservations/', () =>
        HttpResponse.json(
          {
            code: 'cannot_book',
            message: quai,
            errors: { venues_error: `${quai} ${osteria}` },
            obstacles,
          },
          { status: 409 },
        ),
      ),
    );
    const app = await renderForm();
    await fill(app);
    await app.user.click(reserve());
    const link = await screen.findByRole('link', { name: /^Open Petit Quai on Resy/ });
    expect(link).toHaveAttribute('href', 'https://resy.com/quai');
    expect(screen.getByRole('link', { name: /^Open Osteria Lucciola on Resy/ })).toHaveAttribute(
      'href',
      'https://resy.com/osteria',
    );
    expect(screen.queryByRole('button', { name: /^Notify me/ })).not.toBeInTheDocument();
  });

  test('a refused request becomes a notify-only one by one button, from the keyboard too', async () => {
    choose('Petit Quai');
    const message = 'Petit Quai sells its tables through Tock.';
    const obstacle = { venue_id: 1, kind: 'tock', message, page: '', notifies: true };
    server.use(
      http.post(
        '/api/reservations/',
        () =>
          HttpResponse.json(
            {
              code: 'cannot_book',
              message,
              errors: { venues_error: message },
              obstacles: [obstacle],
            },
            { status: 409 },
          ),
        { once: true },
      ),
    );
    const app = await renderForm();
    await fill(app);
    expect(screen.getByRole('switch', { name: /^Override/ })).toBeInTheDocument();
    await app.user.click(reserve());
    (await screen.findByRole('button', { name: 'Notify me when a table opens' })).focus();
    await app.user.keyboard('{Enter}');
    const choice = screen.getByRole('switch', { name: 'Only notify me. You book it yourself.' });
    expect(choice).toBeChecked();
    await expectFocus(choice);
    expect(screen.queryByRole('button', { name: /^Notify me when/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('switch', { name: /^Override/ })).not.toBeInTheDocument();
    const ticket = within(screen.getByRole('complementary', { name: 'Your request' }));
    await app.user.click(ticket.getByRole('button', { name: 'Notify me' }));
    await waitFor(() => {
      expect(sent[0]?.reservation).toMatchObject({ notify_only: true, snipe_type: 'cancel' });
    });
  });

  test('the server’s errors show in their places, and the input stays', async () => {
    choose('Petit Quai');
    server.use(
      http.post('/api/reservations/', () =>
        refusal(400, 'date_over', 'That date is over at the restaurant.', {
          dates_error: 'That date is over at the restaurant.',
        }),
      ),
    );
    const app = await renderForm();
    await fill(app);
    await app.user.click(reserve());
    const group = screen.getByRole('group', { name: 'Reservation Date' });
    await waitFor(() => {
      expect(group).toHaveAccessibleDescription('That date is over at the restaurant.');
    });
    expect(group).toContainElement(document.activeElement as HTMLElement);
    expect(selection.has(1)).toBe(true);
  });

  test('a seating or party that the restaurant does not have shows at its field', async () => {
    const seating = "Petit Quai doesn't offer “Roof”. Please select another seating";
    const party = 'Petit Quai seats parties of at most 3. Please select a smaller party size';
    server.use(
      http.post('/api/reservations/', () =>
        refusal(400, 'invalid', party, { party_size_error: party, table_type_error: seating }),
      ),
    );
    signIn('premium');
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    await app.user.click(reserve());
    await waitFor(() => {
      expect(screen.getByRole('group', { name: 'Restaurants' })).toHaveAccessibleDescription(
        seating,
      );
    });
    expect(screen.getByRole('group', { name: 'Party size' })).toHaveAccessibleDescription(party);
    await expectFocus(() => button('Change seating at Petit Quai'));
  });

  test('a refusal of the whole request shows beside Reserve', async () => {
    choose('Petit Quai');
    server.use(
      http.post('/api/reservations/', () => refusal(409, 'duplicate', 'You filed that already.')),
    );
    const app = await renderForm();
    await fill(app);
    await app.user.click(reserve());
    const ticket = screen.getByRole('complementary', { name: 'Your request' });
    expect(await within(ticket).findByText('You filed that already.')).toBeInTheDocument();
  });

  test('without a connected account it says so and links to the accounts', async () => {
    signIn('standard', { resy_accounts: [] });
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    await app.user.click(reserve());
    expect(screen.getByText('You need to connect an account')).toBeInTheDocument();
    const section = within(screen.getByRole('group', { name: 'Account' }));
    await expectFocus(() => section.getByRole('link', { name: 'Connect an account' }));
    expect(sent).toEqual([]);
  });
});

describe('a user without an account', () => {
  test('can be notified only', async () => {
    signIn('standard', { resy_accounts: [], ot_accounts: [] }, 0);
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    await app.user.click(reserve());
    const section = within(screen.getByRole('group', { name: 'Account' }));
    await app.user.click(section.getByRole('button', { name: 'Notify me when a table opens' }));
    expect(screen.queryByRole('group', { name: 'Account' })).not.toBeInTheDocument();
    const ticket = within(screen.getByRole('complementary', { name: 'Your request' }));
    await app.user.click(ticket.getByRole('button', { name: 'Notify me' }));
    await waitFor(() => {
      expect(sent[0]?.reservation.notify_only).toBe(true);
    });
  });
});

describe('a user without a plan', () => {
  const ticket = () => within(screen.getByRole('complementary', { name: 'Your request' }));

  test('can be notified only, from the dialog of the plans', async () => {
    signIn('none', { resy_accounts: [], ot_accounts: [] }, 0);
    server.use(answersWith(newcomer));
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    await app.user.click(ticket().getByRole('button', { name: 'Start Free Trial' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Subscriptions' }));
    await app.user.click(dialog.getByRole('button', { name: 'Notify me' }));
    await waitFor(() => {
      expect(sent[0]?.reservation).toMatchObject({ notify_only: true, snipe_type: 'cancel' });
    });
  });

  test.each([
    [0, '1 of 1 reservation requests used', false],
    [1, '2 of 1 reservation requests used', true],
  ])('has one such request, with %i of them', async (active, counter, isDisabled) => {
    signIn('none', {}, active);
    server.use(answersWith(newcomer));
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    await app.user.click(screen.getByRole('switch', { name: /^Only notify me/ }));
    expect(ticket().getByText(counter)).toBeInTheDocument();
    const file = ticket().getByRole('button', { name: 'Notify me' });
    if (isDisabled) expect(file).toBeDisabled();
    else expect(file).toBeEnabled();
  });

  test('is led to the free trial, and the form keeps its input', async () => {
    signIn('none', { has_had_free_trial: false }, 0);
    server.use(answersWith(newcomer));
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    expect(ticket().getByText('You need a plan to file this request')).toBeInTheDocument();
    expect(screen.queryByText(/of 0 reservation requests used/)).not.toBeInTheDocument();
    expect(screen.queryByText(/more than you have left/)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Reserve' })).not.toBeInTheDocument();
    await app.user.click(ticket().getByRole('button', { name: 'Start Free Trial' }));
    expect(await screen.findByRole('dialog', { name: 'Subscriptions' })).toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  test('is led to Subscribe after the trial', async () => {
    signIn('none', {}, 0);
    const { plans } = subscription({}, { standard: 'subscribe', premium: 'subscribe' });
    server.use(answersWith({ ...withoutPlan, plans }));
    const { user } = await renderForm();
    await user.click(await ticket().findByRole('button', { name: 'Subscribe' }));
    expect(await screen.findByRole('dialog', { name: 'Subscriptions' })).toBeInTheDocument();
  });

  test.each([
    ['success', "You're on Pro."],
    ['canceled', 'You left the checkout. Nothing was charged.'],
  ])('finds the draft after the checkout: %s', async (checkout, sentence) => {
    signIn('none', { has_had_free_trial: false }, 0);
    const first = await renderForm();
    await first.user.click(button('4'));
    await first.user.click(button(/^Prime/));
    first.unmount();

    // Without a restaurant: the rest of the form is a draft as well.
    server.use(answersWith(checkout === 'success' ? onPro : newcomer));
    checkoutOrigin.write(ADDRESS);
    await renderApp(`/profile?tab=subscription&checkout=${checkout}`);
    await screen.findByText(sentence);
    await screen.findByRole('heading', { name: 'Add Reservation' });
    expect(button('Party size: 4')).toBeInTheDocument();
    expect(button('Time: 7:30 PM')).toBeInTheDocument();
  });
});

describe('the counter', () => {
  test('includes this request', async () => {
    choose('Petit Quai');
    const { user } = await renderForm();
    const ticket = within(screen.getByRole('complementary', { name: 'Your request' }));
    expect(await ticket.findByText('3 of 5 reservation requests used')).toBeInTheDocument();
    await pickDay(user);
    expect(ticket.getByText('4 of 5 reservation requests used')).toBeInTheDocument();
    expect(ticket.getByText('1 date × 1 restaurant = 1 of them here')).toBeInTheDocument();
  });

  test('disables Reserve above the limit and says what to do', async () => {
    signIn('standard', {}, 5);
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    await waitFor(() => {
      expect(reserve()).toBeDisabled();
    });
    expect(screen.getAllByText(/Choose fewer dates or restaurants/)).not.toHaveLength(0);
  });

  test('does not limit exempt users', async () => {
    signIn('standard', { is_vip: true }, 60);
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    const ticket = within(screen.getByRole('complementary', { name: 'Your request' }));
    expect(await ticket.findByText('61 reservation requests used')).toBeInTheDocument();
    expect(reserve()).toBeEnabled();
  });
});

describe('the draft', () => {
  test('survives a reload and is cleared by the close icon', async () => {
    choose('Petit Quai');
    const first = await renderForm();
    await fill(first);
    first.unmount();

    const { user, router } = await renderForm();
    expect(button('2')).toHaveAttribute('aria-pressed', 'true');
    expect(button(/^Prime/)).toHaveAttribute('aria-pressed', 'true');
    await user.click(button('Close and clear the form'));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/reservations');
    });
    await waitFor(() => {
      expect(sessionStorage.getItem('reservation-draft:7')).toBeNull();
    });
    expect(selection.get()).toEqual([]);
  });

  test('of another user is not shown', async () => {
    sessionStorage.setItem(
      'reservation-draft:8',
      JSON.stringify({
        partySize: 4,
        dates: [],
        time: null,
        finalSnipe: null,
        accounts: {},
        cards: {},
      }),
    );
    await renderForm();
    expect(button('4')).toHaveAttribute('aria-pressed', 'false');
  });
});

test('days before today cannot be chosen, and days with a request say so', async () => {
  server.use(
    http.get('/api/reservations/existing-restaurants/', () =>
      HttpResponse.json({
        existing_restaurants: [
          { venue: 3, venue_name: 'Osteria Lucciola', why: 'active_task', dates: [today()] },
        ],
      }),
    ),
  );
  await renderForm();
  expect(
    await screen.findByRole('button', {
      name: `${formatDay(today())}, you have a request that day`,
    }),
  ).toBeEnabled();
  for (const day of screen.queryAllByRole('button', { name: formatDay(addIsoDays(today(), -1)) })) {
    expect(day).toBeDisabled();
  }
});
