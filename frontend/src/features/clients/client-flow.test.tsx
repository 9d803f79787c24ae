import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReservationBody } from '@/api/reservation-types';
import { expectFocus } from '@/testing/focus';
import { aClient } from '@/testing/clients';
import {
  account,
  concierge,
  cvv,
  goOn,
  pickFromAddressBook,
  toSecondStep,
  typeClient,
} from '@/testing/client-step';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { groupAt } from '@/testing/reservations';
import { server } from '@/testing/server';
import {
  acceptRequests,
  ADDRESS,
  button,
  choose,
  fill,
  openOptions,
  reserve,
  signIn,
} from '@/testing/wizard';

let sent: ReservationBody[];

beforeEach(() => {
  concierge();
  choose('Petit Quai');
  sent = acceptRequests();
});

describe('a card', () => {
  const stored = () =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]);

  test('is neither in the browser’s storage nor in the cache, before and after it is sent', async () => {
    const app = await renderApp(ADDRESS);
    await app.user.click(await account(/^Desk one/));
    await typeClient(app);
    await app.user.click(goOn());
    await fill(app);
    const everywhere = () =>
      stored() +
      JSON.stringify(
        app.queryClient
          .getQueryCache()
          .getAll()
          .map(({ state }) => state),
      ) +
      JSON.stringify(
        app.queryClient
          .getMutationCache()
          .getAll()
          .map(({ state }) => state),
      );
    expect(everywhere()).not.toMatch(/4242|7319|Hopper/);
    await app.user.click(reserve());
    await waitFor(() => {
      expect(sent[0]?.clientDetails?.cc_number).toBe('4242 4242 4242 4242');
    });
    await waitFor(() => {
      expect(app.router.state.location.pathname).toBe('/reservations');
    });
    expect(everywhere()).not.toMatch(/4242 4242|7319/);
  });

  test('that the platform refuses is corrected in the first step, with a new CVV', async () => {
    server.use(
      http.post('/api/reservations/', () =>
        refusal(400, 'card_refused', "Resy didn't accept this card.", {
          cc_number: "Resy didn't accept this card.",
        }),
      ),
    );
    const app = await renderApp(ADDRESS);
    await app.user.click(await account(/^Desk one/));
    await typeClient(app);
    await app.user.click(goOn());
    await fill(app);
    await app.user.click(reserve());
    const number = await screen.findByLabelText('Card number');
    expect(number).toHaveAccessibleDescription(/Resy didn't accept this card\./);
    await expectFocus(number);
    expect(cvv()).toHaveValue('');
    expect(goOn()).toBeDisabled();
    expect(screen.getByText('Step 1 of 2')).toBeInTheDocument();
    await app.user.type(cvv(), '123');
    await app.user.click(goOn());
    expect(await screen.findByRole('button', { name: 'Party size: 2' })).toBeInTheDocument();
  });
});

describe('the steps', () => {
  test('Back keeps the input of both', async () => {
    const app = await renderApp(ADDRESS);
    await toSecondStep(app);
    expect(screen.getByText('Booked on behalf of Lucía Fernández de la Vega')).toBeInTheDocument();
    await openOptions(app);
    await app.user.click(button('4'));
    for (const back of screen.getAllByRole('button', { name: 'Back' }).slice(0, 1)) {
      await app.user.click(back);
    }
    expect(await screen.findByLabelText('First name')).toHaveValue('Lucía');
    await expectFocus(() => screen.getByRole('heading', { level: 1 }));
    await app.user.click(goOn());
    expect(await screen.findByRole('button', { name: 'Party size: 4' })).toBeInTheDocument();
  });

  test('an account that a restaurant needs is asked for in the first', async () => {
    server.use(
      http.post('/api/reservations/', () =>
        refusal(400, 'incomplete', 'Please fill all required fields before submitting.', {
          account_error: 'Please select an account',
        }),
      ),
    );
    const app = await renderApp(ADDRESS);
    await toSecondStep(app);
    await fill(app);
    await app.user.click(reserve());
    expect(await screen.findByText('Please select an account')).toBeInTheDocument();
    await expectFocus(await account(/^Desk one/));
  });

  test('a reload starts at the first: no client is stored in the browser', async () => {
    const { router } = await renderApp(`${ADDRESS}?step=2`);
    expect(await screen.findByText('Step 1 of 2')).toBeInTheDocument();
    await waitFor(() => {
      expect(router.state.location.search).toEqual({});
    });
  });

  test('the close icon forgets the client', async () => {
    const app = await renderApp(ADDRESS);
    await app.user.click(await account(/^Desk one/));
    await pickFromAddressBook(app);
    await app.user.click(button('Close and clear the form'));
    await waitFor(() => {
      expect(app.router.state.location.pathname).toBe('/reservations');
    });
    await app.router.navigate({ to: ADDRESS });
    expect(await screen.findByLabelText('First name')).toHaveValue('');
    expect(await account(/^Desk one/)).toHaveAttribute('aria-pressed', 'false');
  });

  test('the second one can be closed as well', async () => {
    const app = await renderApp(ADDRESS);
    await toSecondStep(app);
    await app.user.click(button('Close and clear the form'));
    expect(await screen.findByRole('heading', { name: 'Reservations' })).toBeInTheDocument();
    expect(app.router.state.location.pathname).toBe('/reservations');
  });

  test('other users have one step, without Back', async () => {
    signIn('premium');
    await renderApp(`${ADDRESS}?step=2`);
    expect(within(screen.getByRole('main')).queryByText(/^Step/)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument();
    expect(reserve()).toBeInTheDocument();
  });
});

test('Try again keeps the client of the unsuccessful request', async () => {
  const { first_name, last_name, email, zip_code, phone } = aClient();
  const card = { cc_number: '•••• 4242', exp_month: '08', exp_year: '2029' };
  const group = groupAt(
    ['Petit Quai'],
    { status: 'unsuccessful', watch: null, reason: 'window_over' },
    {
      group_id: 4052,
      account_name: 'Desk one',
      client: { first_name, last_name, email, zip_code, phone, ...card },
    },
  );
  server.use(
    http.get('/api/reservations/4052/', () => HttpResponse.json(group)),
    http.post('/api/reservations/get-unique-unactive-dates-by-group/', () =>
      HttpResponse.json({ dates: [] }),
    ),
  );
  const { user } = await renderApp(`${ADDRESS}?again=4052`);
  expect(await screen.findByLabelText('Last name')).toHaveValue(last_name);
  await user.click(goOn());
  expect(await screen.findByText('Step 2 of 2')).toBeInTheDocument();
  await user.click(reserve());
  await waitFor(() => {
    expect(sent[0]).toMatchObject({
      selectedResyAccount: 1,
      clientDetails: { email, cc_number: card.cc_number, cvc: null },
    });
  });
});
