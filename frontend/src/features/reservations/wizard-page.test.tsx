import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReservationBody } from '@/api/reservation-types';
import type { SubscriptionType, User } from '@/api/types';
import { addIsoDays, formatDay, today } from '@/lib/dates';
import { selection, toSelected } from '@/lib/selection';
import { openTableAccount, user as aUser, VENUES } from '@/testing/fixtures';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { GROUPS } from '@/testing/reservations';
import { server } from '@/testing/server';

const ADDRESS = '/reservations/add-reservation';
const DAY = addIsoDays(today(), 9);

let sent: ReservationBody[] = [];

function signIn(tier: SubscriptionType, fields: Partial<User> = {}, active = 3) {
  server.use(
    http.get('/api/users/me/', () =>
      HttpResponse.json(aUser({ subscription_type: tier, ...fields })),
    ),
    http.get('/api/reservations/counts/', () =>
      HttpResponse.json({
        active_reservations: active,
        total_reservations: active,
        limit: fields.is_concierge === true ? null : tier === 'premium' ? 25 : 5,
      }),
    ),
  );
}

function choose(...names: string[]) {
  selection.replace(
    VENUES.filter((venue) => names.includes(venue.venue_name)).map((venue) => toSelected(venue)),
  );
}

beforeEach(() => {
  sent = [];
  signIn('standard');
  server.use(
    http.post<never, ReservationBody>('/api/reservations/', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(
        { message: 'Request filed. We are watching.', group: GROUPS[0] },
        { status: 201 },
      );
    }),
  );
});

type App = Awaited<ReturnType<typeof renderApp>>;

const button = (name: string | RegExp) => screen.getByRole('button', { name });
/** The ticket's and the bar's: the style sheet shows one of them. */
const reserve = () => {
  const [first] = screen.getAllByRole('button', { name: 'Reserve' });
  if (first === undefined) throw new Error('There is no Reserve button.');
  return first;
};

async function pickDay(user: App['user'], date = DAY) {
  const name = new RegExp(`^${formatDay(date)}`);
  if (screen.queryByRole('button', { name }) === null) {
    await user.click(button(/next month/i));
  }
  await user.click(button(name));
}

async function fill({ user }: App) {
  await user.click(button('2'));
  await pickDay(user);
  await user.click(button(/^Prime/));
}

describe('sending', () => {
  test('an empty form says what is missing in each place and goes to the first', async () => {
    const { user } = await renderApp(ADDRESS);
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
    expect(button('Add Restaurant')).toHaveFocus();
    expect(sent).toEqual([]);
  });

  test('what is filled in afterwards is not wrong any more', async () => {
    const { user } = await renderApp(ADDRESS);
    await user.click(reserve());
    await user.click(button('4'));
    expect(screen.queryByText('Please select a party size')).not.toBeInTheDocument();
    expect(screen.getByText('Please set reservation time')).toBeInTheDocument();
  });

  test('a whole request is filed, and the form is empty again', async () => {
    choose('Petit Quai');
    const app = await renderApp(ADDRESS);
    await fill(app);
    await app.user.click(button(/^1 day before/));
    await app.user.click(reserve());
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
          final_snipe_date: addIsoDays(DAY, -1),
          override_reservations: false,
          fee_ceiling_cents: 0,
        },
        clientDetails: null,
        selectedResyAccount: 1,
        selectedOpenTableAccount: null,
      },
    ]);
    expect(await screen.findByText('Request filed. We are watching.')).toBeInTheDocument();
    expect(selection.get()).toEqual([]);
    expect(sessionStorage.getItem('reservation-draft:7')).toBeNull();
  });

  test('what the server refuses stands in its place, and nothing is lost', async () => {
    choose('Petit Quai');
    server.use(
      http.post('/api/reservations/', () =>
        refusal(400, 'date_over', 'That date is over at the restaurant.', {
          dates_error: 'That date is over at the restaurant.',
        }),
      ),
    );
    const app = await renderApp(ADDRESS);
    await fill(app);
    await app.user.click(reserve());
    const group = screen.getByRole('group', { name: 'Reservation Date' });
    await waitFor(() => {
      expect(group).toHaveAccessibleDescription('That date is over at the restaurant.');
    });
    expect(group).toContainElement(document.activeElement as HTMLElement);
    expect(selection.has(1)).toBe(true);
  });

  test('a refusal about the whole request stands beside Reserve', async () => {
    choose('Petit Quai');
    server.use(
      http.post('/api/reservations/', () => refusal(409, 'duplicate', 'You filed that already.')),
    );
    const app = await renderApp(ADDRESS);
    await fill(app);
    await app.user.click(reserve());
    const ticket = screen.getByRole('complementary', { name: 'Your request' });
    expect(await within(ticket).findByText('You filed that already.')).toBeInTheDocument();
  });

  test('without a connected account it says so and leads there', async () => {
    signIn('standard', { resy_accounts: [] });
    choose('Petit Quai');
    const app = await renderApp(ADDRESS);
    await fill(app);
    await app.user.click(reserve());
    expect(screen.getByText('You need to connect an account')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Connect an account' })).toHaveFocus();
    expect(sent).toEqual([]);
  });

  test('without a plan the press asks for one', async () => {
    signIn('none');
    const { user } = await renderApp(ADDRESS);
    await user.click(reserve());
    expect(await screen.findByRole('dialog', { name: 'Subscriptions' })).toBeInTheDocument();
    expect(sent).toEqual([]);
  });
});

describe('the counter', () => {
  test('counts this request in', async () => {
    choose('Petit Quai');
    const { user } = await renderApp(ADDRESS);
    const ticket = within(screen.getByRole('complementary', { name: 'Your request' }));
    expect(await ticket.findByText('3 of 5 reservation requests used')).toBeInTheDocument();
    await pickDay(user);
    expect(ticket.getByText('4 of 5 reservation requests used')).toBeInTheDocument();
    expect(ticket.getByText('1 date × 1 restaurant = 1 of them here')).toBeInTheDocument();
  });

  test('locks Reserve above the limit and says the way out', async () => {
    signIn('standard', {}, 5);
    choose('Petit Quai');
    const app = await renderApp(ADDRESS);
    await fill(app);
    await waitFor(() => {
      expect(reserve()).toBeDisabled();
    });
    expect(screen.getAllByText(/Choose fewer dates or restaurants/)).not.toHaveLength(0);
  });

  test('locks nobody who is exempt', async () => {
    signIn('standard', { is_concierge: true }, 60);
    choose('Petit Quai');
    const app = await renderApp(ADDRESS);
    await fill(app);
    const ticket = within(screen.getByRole('complementary', { name: 'Your request' }));
    expect(await ticket.findByText('61 reservation requests used')).toBeInTheDocument();
    expect(reserve()).toBeEnabled();
  });
});

describe('what needs Pro', () => {
  test.each([
    ['a release', /^Release Reservation PRO/],
    ['a custom party size', /^Custom PRO 1 to 10 guests/],
    ['a custom time', /^Custom PRO Any start and end/],
    ['several dates', /Choose several dates/],
    ['several restaurants', /Watch several places at once/],
    ['a seating choice', /^Any PRO/],
  ])('%s opens the upgrade dialog', async (_, name) => {
    choose('Petit Quai');
    const { user } = await renderApp(ADDRESS);
    await user.click(button(name));
    expect(
      await screen.findByRole('dialog', { name: 'This Feature is Available for Pro Subscribers' }),
    ).toBeInTheDocument();
  });

  test('a second restaurant does as well', async () => {
    choose('Petit Quai');
    const { user } = await renderApp(ADDRESS);
    await user.click(button('Add Restaurant'));
    expect(
      await screen.findByRole('dialog', { name: 'This Feature is Available for Pro Subscribers' }),
    ).toBeInTheDocument();
  });

  test('Pro takes several dates, an own time and an own party size', async () => {
    signIn('premium');
    choose('Petit Quai', 'Vesper');
    const app = await renderApp(ADDRESS);
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

  test('an override is asked for by Pro and explained to everybody else', async () => {
    signIn('premium');
    choose('Petit Quai');
    const app = await renderApp(ADDRESS);
    await fill(app);
    await app.user.click(screen.getByRole('switch', { name: /^Override Current Reservation/ }));
    await app.user.click(reserve());
    await waitFor(() => {
      expect(sent[0]?.reservation).toMatchObject({ override_reservations: true });
    });
  });

  test('an override needs Pro', async () => {
    const { user } = await renderApp(ADDRESS);
    const override = screen.getByRole('switch', { name: /^Override Current Reservation/ });
    await user.click(override);
    expect(await screen.findByRole('dialog')).toHaveTextContent('Pro');
    expect(override).not.toBeChecked();
  });
});

describe('a release', () => {
  const OPENTABLE = 'At this time, we do not offer release snipes for Opentable.';
  const release = () => button(/^Release Reservation/);

  test('asks for its date and time in place of the final sniping day', async () => {
    signIn('premium');
    const { user } = await renderApp(ADDRESS);
    expect(screen.getByRole('heading', { name: 'Final Sniping Day' })).toBeInTheDocument();
    await user.click(release());
    expect(release()).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByRole('heading', { name: 'Final Sniping Day' })).not.toBeInTheDocument();
    await user.click(reserve());
    expect(screen.getByRole('group', { name: 'Release Date' })).toHaveAccessibleDescription(
      'Please set release date',
    );
    expect(screen.getByRole('group', { name: 'Release Time (EST)' })).toHaveAccessibleDescription(
      'Please set release time',
    );
    expect(sent).toEqual([]);
  });

  test('is filed with the instant, which is also said on the user’s clock and on the ticket', async () => {
    signIn('premium');
    choose('Petit Quai');
    const app = await renderApp(ADDRESS);
    const { user } = app;
    await fill(app);
    await user.click(release());
    await user.click(button('12:00 PM'));
    await user.click(button('Pick a day'));
    const day = addIsoDays(today(), 1);
    const calendar = within(await screen.findByRole('dialog', { name: 'Release date' }));
    if (calendar.queryByRole('button', { name: new RegExp(`^${formatDay(day)}`) }) === null) {
      await user.click(calendar.getByRole('button', { name: /next month/i }));
    }
    await user.click(calendar.getByRole('button', { name: new RegExp(`^${formatDay(day)}`) }));
    expect(
      await screen.findByText('12:00 PM in New York is 09:00 for you in Los Angeles.'),
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
      override_reservations: false,
      fee_ceiling_cents: 0,
    });
  });

  test('may open at a time of one’s own', async () => {
    signIn('premium');
    const { user } = await renderApp(ADDRESS);
    await user.click(release());
    const times = within(screen.getByRole('group', { name: 'Release Time (EST)' }));
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

describe('the fee ceiling', () => {
  const fee = () => screen.getByLabelText('Accept a cancellation fee or deposit up to $');

  test.each([
    ['25', '25', 2500],
    ['$12.50', '1000', 100_000],
    ['4000', '1000', 100_000],
    ['no', '0', 0],
  ])('%s reads %s and is sent as %i cents', async (typed, shown, cents) => {
    choose('Petit Quai');
    const app = await renderApp(ADDRESS);
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

  test('are found, looked at and added with a seating wish', async () => {
    signIn('premium');
    const { user } = await renderApp(ADDRESS);
    await user.click(button('Add Restaurant'));
    await waitFor(() => {
      expect(screen.getByLabelText('Search restaurants')).toHaveFocus();
    });
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

  test('that nobody knows are said in the specification’s words', async () => {
    const { user } = await renderApp(ADDRESS);
    await user.click(button('Add Restaurant'));
    await user.type(await screen.findByLabelText('Search restaurants'), 'zzz');
    expect(
      await screen.findByText('No results found for zzz. Please consider trying a different name.'),
    ).toBeInTheDocument();
  });

  test('of a platform without an account cannot be selected', async () => {
    const { user } = await renderApp(ADDRESS);
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
    const { user } = await renderApp(ADDRESS);
    await user.click(button('Add Restaurant'));
    await user.click(await screen.findByRole('button', { name: /^Hendrik & Daughters/ }));
    expect(
      await screen.findByRole('dialog', { name: 'This Feature is Available for Pro Subscribers' }),
    ).toBeInTheDocument();
  });

  test('can be removed', async () => {
    choose('Petit Quai');
    const { user } = await renderApp(ADDRESS);
    await user.click(button('Remove Petit Quai'));
    expect(selection.get()).toEqual([]);
  });

  test('beyond what the tier allows are dropped, the newest stays', async () => {
    choose('Petit Quai', 'Vesper');
    await renderApp(ADDRESS);
    await waitFor(() => {
      expect(selection.get().map((venue) => venue.venue_name)).toEqual(['Vesper']);
    });
  });
});

describe('the final sniping day', () => {
  test('without a date says what is needed first', async () => {
    const { user } = await renderApp(ADDRESS);
    await user.click(button(/^1 day before/));
    expect(screen.getByText('Please select Reservation Date First')).toBeInTheDocument();
    await pickDay(user);
    expect(screen.queryByText('Please select Reservation Date First')).not.toBeInTheDocument();
  });

  test.each([
    [0, /^1 day before/, 'Reservation Date is Today'],
    [1, /^2 days before/, 'Reservation Date is Tomorrow'],
  ])('%i days ahead leaves no room for %s', async (days, name, sentence) => {
    const { user } = await renderApp(ADDRESS);
    await pickDay(user, addIsoDays(today(), days));
    await user.click(button(name));
    expect(screen.getByText(sentence)).toBeInTheDocument();
    expect(button(name)).toHaveAttribute('aria-pressed', 'false');
  });

  test('can be taken back', async () => {
    const { user } = await renderApp(ADDRESS);
    await pickDay(user);
    await user.click(button(/^1 day before/));
    expect(button(/^1 day before/)).toHaveAttribute('aria-pressed', 'true');
    await user.click(button(/^1 day before/));
    expect(button(/^1 day before/)).toHaveAttribute('aria-pressed', 'false');
  });
});

describe('the draft', () => {
  test('survives a reload and is cleared by the close icon', async () => {
    choose('Petit Quai');
    const first = await renderApp(ADDRESS);
    await fill(first);
    first.stop();
    first.unmount();

    const { user, router } = await renderApp(ADDRESS);
    expect(button('2')).toHaveAttribute('aria-pressed', 'true');
    expect(button(/^Prime/)).toHaveAttribute('aria-pressed', 'true');
    await user.click(button('Close and clear the form'));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/reservations');
    });
    expect(sessionStorage.getItem('reservation-draft:7')).toBeNull();
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
        resyAccount: null,
        openTableAccount: null,
      }),
    );
    await renderApp(ADDRESS);
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
  await renderApp(ADDRESS);
  expect(
    await screen.findByRole('button', {
      name: `${formatDay(today())}, you have a request that day`,
    }),
  ).toBeEnabled();
  for (const day of screen.queryAllByRole('button', { name: formatDay(addIsoDays(today(), -1)) })) {
    expect(day).toBeDisabled();
  }
});

test('a concierge chooses the account to book with', async () => {
  const accounts = aUser().resy_accounts.flatMap((account) => [
    account,
    { ...account, id: 2, display_name: 'Desk two', resy_username: 'desk-resy-2' },
  ]);
  signIn('premium', { is_concierge: true, resy_accounts: accounts });
  choose('Petit Quai');
  const app = await renderApp(ADDRESS);
  await app.user.selectOptions(screen.getByLabelText('Resy account'), 'Desk two (desk-resy-2)');
  await fill(app);
  await app.user.click(reserve());
  await waitFor(() => {
    expect(sent[0]?.selectedResyAccount).toBe(2);
  });
});
