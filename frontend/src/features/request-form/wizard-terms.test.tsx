/** The known terms that the form shows, and the choice of the card. */
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReservationBody, VenueFee } from '@/api/reservation-types';
import { openTableAccount, user as userOf, venueActivity } from '@/testing/fixtures';
import { server } from '@/testing/server';
import { acceptRequests, choose, fill, reserve, signIn, renderForm } from '@/testing/wizard';

let sent: ReservationBody[];

beforeEach(() => {
  signIn('premium');
  sent = acceptRequests();
});

describe('the terms that were seen', () => {
  test('are shown for the party, and accepted by a click', async () => {
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    const terms = await screen.findByRole('region', { name: 'Terms seen before' });
    expect(terms).toHaveTextContent(/^\$50 for 2 guests is charged at booking\./);
    expect(terms).toHaveTextContent('Free to cancel until a day before. In USD.');
    expect(terms).toHaveTextContent(
      'Your request accepts $0 now, so it skips tables that ask for more.',
    );
    await app.user.click(within(terms).getByRole('button', { name: 'Accept up to $50 now' }));
    expect(within(terms).queryByRole('button')).not.toBeInTheDocument();
    await app.user.click(reserve());
    expect(sent[0]?.reservation).toMatchObject({
      fee_ceiling_cents: 5000,
      cancel_fee_ceiling_cents: 0,
    });
  });

  const feeOf = (fee: Partial<VenueFee>) => {
    server.use(
      http.get('/api/reservations/venues/:id/', ({ params }) => {
        const activity = venueActivity(Number(params.id));
        return HttpResponse.json({
          ...activity,
          fee: activity.fee && { ...activity.fee, ...fee },
        });
      }),
    );
  };
  const ifNobodyComes = {
    kind: 'late_cancellation',
    cents: 5000,
    deposit_cents: 0,
    cancel_fee_cents: 5000,
  } as const;

  test('above the limit if nobody comes are said at once, and the choice is made once', async () => {
    feeOf(ifNobodyComes);
    let perGuest: number | null = null;
    const me = () => userOf({ cancel_fee_per_guest_cents: perGuest });
    server.use(
      http.get('/api/users/me/', () => HttpResponse.json(me())),
      http.patch('/api/users/me/', async ({ request }) => {
        const body = (await request.json()) as { cancel_fee_per_guest_cents: number };
        perGuest = body.cancel_fee_per_guest_cents;
        return HttpResponse.json(me());
      }),
    );
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    const terms = await screen.findByRole('region', { name: 'Terms seen before' });
    expect(terms).toHaveTextContent(
      "Your request accepts $0 if you don't come, so it skips tables that ask for more.",
    );
    await app.user.click(
      within(terms).getByRole('button', {
        name: "Always accept $25 a guest if you don't come",
      }),
    );
    await waitFor(() => {
      expect(within(terms).queryByRole('button')).not.toBeInTheDocument();
    });
    expect(perGuest).toBe(2500);
    expect(screen.getByLabelText("If you don't come, pay up to $")).toHaveValue('50');
    await app.user.click(reserve());
    expect(sent[0]?.reservation).toMatchObject({
      fee_ceiling_cents: 0,
      cancel_fee_ceiling_cents: 5000,
    });
  });

  test('within the choice of the profile ask for nothing', async () => {
    feeOf(ifNobodyComes);
    server.use(
      http.get('/api/users/me/', () =>
        HttpResponse.json(userOf({ cancel_fee_per_guest_cents: 2500 })),
      ),
    );
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    const terms = await screen.findByRole('region', { name: 'Terms seen before' });
    expect(within(terms).queryByRole('button')).not.toBeInTheDocument();
    await app.user.click(reserve());
    expect(sent[0]?.reservation.cancel_fee_ceiling_cents).toBe(5000);
  });

  test('name the restaurant if there are several', async () => {
    choose('Petit Quai', 'Vesper');
    const app = await renderForm();
    await fill(app);
    const terms = await screen.findByRole('region', { name: 'Terms seen before' });
    expect(within(terms).getByText('Petit Quai')).toBeInTheDocument();
  });

  test('are not told where tables are free', async () => {
    feeOf({ kind: 'none', cents: 0, deposit_cents: 0, cancel_fee_cents: 0 });
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    expect(screen.queryByRole('region', { name: 'Terms seen before' })).not.toBeInTheDocument();
  });

  test('are not shown where nothing was seen', async () => {
    server.use(
      http.get('/api/reservations/venues/:id/', ({ params }) =>
        HttpResponse.json(venueActivity(Number(params.id), { fee: null })),
      ),
    );
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    expect(screen.queryByRole('region', { name: 'Terms seen before' })).not.toBeInTheDocument();
  });
});

describe('the note to the restaurant', () => {
  beforeEach(() => {
    server.use(
      http.get('/api/users/me/', () =>
        HttpResponse.json(
          userOf({ subscription_type: 'premium', ot_accounts: [openTableAccount] }),
        ),
      ),
    );
  });

  test('is sent, and counts the characters that are left', async () => {
    choose('Trattoria dei Tre Fratelli Bonaventura');
    const app = await renderForm();
    await fill(app);
    const note = screen.getByLabelText(/^Note to the restaurant/);
    await app.user.type(note, 'A booth');
    expect(note).toHaveAccessibleDescription(
      'We send it with the booking if the platform takes it. 133 characters left.',
    );
    await app.user.click(reserve());
    expect(sent[0]?.reservation.note_to_restaurant).toBe('A booth');
  });

  test('is not asked for where no platform takes it', async () => {
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    expect(screen.queryByLabelText(/^Note to the restaurant/)).not.toBeInTheDocument();
  });
});

describe('the card', () => {
  const [account] = userOf().resy_accounts;

  test('is chosen where the account has several', async () => {
    const cards = [
      { id: '1', label: 'Visa 4242', is_default: true },
      { id: '2', label: 'MasterCard 4444', is_default: false },
    ];
    server.use(
      http.get('/api/users/me/', () =>
        HttpResponse.json(
          userOf({ resy_accounts: account === undefined ? [] : [{ ...account, cards }] }),
        ),
      ),
    );
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    const select = await screen.findByLabelText('Card at Resy');
    expect(select).toHaveDisplayValue('Visa 4242 (default)');
    await app.user.selectOptions(select, 'MasterCard 4444');
    await app.user.click(reserve());
    expect(sent[0]?.selectedCards).toEqual({ resy: '2' });
  });

  test('is not asked for with a single one', async () => {
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    expect(screen.queryByLabelText('Card at Resy')).not.toBeInTheDocument();
    await app.user.click(reserve());
    expect(sent[0]).not.toHaveProperty('selectedCards');
  });
});
