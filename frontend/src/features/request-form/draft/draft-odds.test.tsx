import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReservationBody } from '@/api/reservation-types';
import { statedOdds } from '@/testing/fixtures';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { ADDRESS, choose, fill, signIn } from '@/testing/wizard';

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
    const app = await renderApp(ADDRESS);
    expect(asked).toEqual([]);
    await fill(app);
    const [part] = await screen.findAllByRole('region', { name: 'Chance of a table' });
    if (part === undefined) throw new Error('no odds');
    expect(part).toHaveTextContent('27% by Fri, Nov 27, from 140 tables seen opening.');
    expect(
      within(part)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['46% with Tue, Nov 24 as well', '34% from 6:00 – 9:00 PM', '31% for a party of 4']);
    expect(Object.keys(asked.at(-1) ?? {})).toEqual(['reservation']);
  });

  test('are left out where too little is known, and after a failure', async () => {
    answers(null);
    choose('Petit Quai');
    const app = await renderApp(ADDRESS);
    await fill(app);
    await waitFor(() => {
      expect(asked).not.toEqual([]);
    });
    expect(screen.queryByRole('region', { name: 'Chance of a table' })).not.toBeInTheDocument();
    server.use(http.post('/api/reservations/odds/', () => refusal(403, 'away', 'Not now.')));
    expect(screen.queryByText('Not now.')).not.toBeInTheDocument();
  });
});
