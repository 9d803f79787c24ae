import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

describe('the page about our odds', () => {
  it('is public, with the score, the base rate and each range of chances', async () => {
    await renderApp('/odds', { signedIn: false });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'How good our odds were' }),
    ).toBeInTheDocument();
    expect(await screen.findByText('0.130')).toBeInTheDocument();
    expect(screen.getByText('0.221')).toBeInTheDocument();
    expect(screen.getByText('41%')).toBeInTheDocument();
    const row = screen.getByRole('row', { name: /^20% to 30%/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['25%', '24%', '140']);
    expect(screen.getByRole('row', { name: /^70% to 80%/ })).toHaveTextContent('34 few');
    expect(screen.getByRole('link', { name: 'Log in' })).toBeInTheDocument();
  });

  it('says that there is not enough yet', async () => {
    const few = { scored: 12, least_scored: 50, open: 9, void: 4, since: null, score: null };
    server.use(http.get('/api/odds/score/', () => HttpResponse.json(few)));
    await renderApp('/odds', { signedIn: false });
    expect(await screen.findByText('Not enough yet')).toBeInTheDocument();
    expect(screen.getByText(/from 50 finished requests on. So far 12/)).toBeInTheDocument();
    expect(screen.queryByText('Brier score of our odds')).not.toBeInTheDocument();
  });

  it('offers another try after a failure', async () => {
    server.use(http.get('/api/odds/score/', () => refusal(403, 'away', 'Not now.')));
    await renderApp('/odds', { signedIn: false });
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeInTheDocument();
  });
});
