import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReservationBody } from '@/api/reservation-types';
import { statedOdds } from '@/testing/fixtures';
import { refusal } from '@/testing/handlers';
import { server } from '@/testing/server';
import { button, choose, fill, signIn, renderForm } from '@/testing/wizard';

let asked: ReservationBody[];

beforeEach(() => {
  signIn('standard');
  asked = [];
});

const answers = (odds: typeof statedOdds | null) => {
  server.use(
    http.post('/api/reservations/odds/', async ({ request }) => {
      asked.push((await request.json()) as ReservationBody);
      return HttpResponse.json({ odds });
    }),
  );
};

describe('the odds of a draft', () => {
  test('are asked for when it is complete, and say what would raise them', async () => {
    answers(statedOdds);
    choose('Petit Quai');
    const app = await renderForm();
    expect(asked).toEqual([]);
    await fill(app);
    // The style sheet shows that of the ticket or that of the form.
    const [chance] = await screen.findAllByRole('region', { name: 'Chance of a table' });
    expect(chance).toHaveTextContent('27 in 100 by Fri, Nov 27from 140 tables seen opening');
    const [raising] = await screen.findAllByRole('region', { name: 'What would raise it' });
    if (raising === undefined) throw new Error('no changes');
    const changes = within(raising);
    expect(changes.getAllByRole('button').map((change) => change.textContent)).toEqual([
      '46 in 100 with Tue, Nov 24 as wellPRO',
      '34 in 100 from 6:00 – 9:00 PMPRO',
      '31 in 100 for a party of 4',
    ]);
    expect(Object.keys(asked.at(-1) ?? {})).toEqual(['reservation']);
    await app.user.click(changes.getByRole('button', { name: /for a party of 4/ }));
    expect(button('Party size: 4')).toBeInTheDocument();
    await app.user.click(changes.getByRole('button', { name: /as well/ }));
    expect(
      await screen.findByRole('dialog', { name: 'This Feature is Available for Pro Subscribers' }),
    ).toBeInTheDocument();
  });

  test('are bounds where the restaurant was not watched for long', async () => {
    answers({ ...statedOdds, bounds: [0.05, 0.6], changes: [] });
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    const [chance] = await screen.findAllByRole('region', { name: 'Chance of a table' });
    expect(chance).toHaveTextContent(
      '5 to 60 in 100 by Fri, Nov 27a first estimate, mostly from other restaurants',
    );
    expect(screen.queryByRole('region', { name: 'What would raise it' })).not.toBeInTheDocument();
  });

  test('are left out before the first opening anywhere, and after a failure', async () => {
    answers(null);
    choose('Petit Quai');
    const app = await renderForm();
    await fill(app);
    await waitFor(() => {
      expect(asked).not.toEqual([]);
    });
    expect(screen.queryByRole('region', { name: 'Chance of a table' })).not.toBeInTheDocument();
    server.use(http.post('/api/reservations/odds/', () => refusal(403, 'away', 'Not now.')));
    expect(screen.queryByText('Not now.')).not.toBeInTheDocument();
  });
});
