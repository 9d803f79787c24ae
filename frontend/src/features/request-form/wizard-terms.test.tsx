/** The known terms that the form shows, and the choice of the card. */
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReservationBody } from '@/api/reservation-types';
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
    expect(terms).toHaveTextContent('$50 for 2 guests is charged at booking.');
    expect(terms).toHaveTextContent('Free to cancel until a day before. In USD.');
    await app.user.click(within(terms).getByRole('button', { name: 'Accept up to $50' }));
    expect(within(terms).queryByRole('button')).not.toBeInTheDocument();
    await app.user.click(reserve());
    expect(sent[0]?.reservation.fee_ceiling_cents).toBe(5000);
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
