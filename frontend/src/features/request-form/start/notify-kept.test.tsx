/** After the sign-up: the kept request may be filed to notify only, on the pages that ask for an account and a plan. */
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReservationBody } from '@/api/reservation-types';
import type { User } from '@/api/types';
import { savedDraft, VISITOR_ID } from '@/entities/request/saved-draft';
import { selection } from '@/entities/venue/selection';
import { answersWith, newcomer } from '@/testing/billing';
import { user as aUser } from '@/testing/fixtures';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { acceptRequests, choose, DAY, FILLED, signIn } from '@/testing/wizard';

let sent: ReservationBody[];
const OFFER = /We watch one table at a time for free/;

beforeEach(() => {
  server.use(answersWith(newcomer));
  signIn('none', { resy_accounts: [], ot_accounts: [] }, 0);
  sent = acceptRequests();
  savedDraft.write(VISITOR_ID, JSON.stringify(FILLED));
  choose('Petit Quai');
});

describe.each(['/connect-accounts', '/choose-plan'])('the kept request on %s', (path) => {
  it('is filed with one press, with what the visitor chose', async () => {
    const { user, router } = await renderApp(path);
    const offer = await screen.findByText(OFFER, {}, { timeout: 30_000 });
    expect(offer).toHaveTextContent(/^Petit Quai · .* · for.2\. Prefer to/);
    await user.click(screen.getByRole('button', { name: 'Notify me' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/reservations');
    });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      reservation: { notify_only: true, venues: [{ id: 1 }], dates: [DAY], party_size: 2 },
      selectedResyAccount: null,
    });
    // After the page has changed.
    await waitFor(() => {
      expect(savedDraft.read(aUser().id)).toBeNull();
      expect(selection.get()).toEqual([]);
    });
  });

  it('says why it is refused', async () => {
    const message = 'Without a plan, we watch one table for you at a time.';
    server.use(http.post('/api/reservations/', () => refusal(409, 'over_limit', message)));
    const { user } = await renderApp(path);
    await screen.findByText(OFFER, {}, { timeout: 30_000 });
    await user.click(screen.getByRole('button', { name: 'Notify me' }));
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  });
});

it('is filed for all kept restaurants', async () => {
  signIn('premium', { resy_accounts: [], ot_accounts: [] });
  choose('Petit Quai', 'Vesper');
  const { user } = await renderApp('/connect-accounts');
  const notify = await screen.findByRole('button', { name: 'Notify me' }, { timeout: 30_000 });
  expect(notify.closest('.banner')).toHaveTextContent(/^Petit Quai \+1 · /);
  await user.click(notify);
  await waitFor(() => {
    expect(sent).toHaveLength(1);
  });
  expect(sent[0]?.reservation).toMatchObject({ notify_only: true });
  expect(sent[0]?.reservation.venues).toHaveLength(2);
  await waitFor(() => {
    expect(selection.get()).toEqual([]);
  });
});

describe('nothing is offered', () => {
  const CASES: [string, () => void][] = [
    [
      'without a kept restaurant',
      () => {
        selection.clear();
      },
    ],
    ['with account and plan', sign('standard', {})],
    ['to a concierge', sign('none', { is_concierge: true, resy_accounts: [] })],
  ];

  it.each(CASES)('%s', async (_, arrange) => {
    arrange();
    await renderApp('/connect-accounts');
    await screen.findByRole('heading', { level: 1 });
    await screen.findAllByText('Resy');
    expect(screen.queryByText(OFFER)).not.toBeInTheDocument();
  });

  it('for a restaurant that needs Pro', async () => {
    selection.replace(selection.get().map((venue) => ({ ...venue, premium: true })));
    await renderApp('/connect-accounts');
    await screen.findAllByText('Resy');
    expect(screen.queryByText(OFFER)).not.toBeInTheDocument();
  });
});

function sign(tier: 'none' | 'standard', fields: Partial<User>) {
  return () => {
    signIn(tier, fields, 0);
  };
}
