import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { newcomer, onPro } from '@/testing/billing';
import { liveServer } from '@/testing/fake-socket';
import { user as userFixture } from '@/testing/fixtures';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { checkoutOrigin } from './checkout-origin';

const RETURN = '/profile?tab=subscription&checkout';

/** A server on which the test decides when the plan arrives. */
function serve() {
  let paid = false;
  server.use(
    http.get('/api/stripe-integration/subscription/subscription-details/', () =>
      HttpResponse.json(paid ? onPro : newcomer),
    ),
    http.get('/api/users/me/', () =>
      HttpResponse.json(userFixture({ subscription_type: paid ? 'premium' : 'none' })),
    ),
  );
  return () => {
    paid = true;
  };
}

describe('coming back from Stripe', () => {
  it('waits for the plan, says that it is there, and opens the gates without a reload', async () => {
    const arrive = serve();
    const { user, router } = await renderApp(`${RETURN}=success`);
    expect(await screen.findByText(/^Waiting for Stripe to confirm\./)).toBeInTheDocument();
    // No second payment while the first is being confirmed.
    const pro = within(await screen.findByRole('article', { name: 'Pro' }));
    expect(pro.getByRole('button', { name: 'Start Free Trial' })).toBeDisabled();
    arrive();
    expect(await screen.findByText("You're on Pro.")).toBeInTheDocument();
    await waitFor(() => {
      expect(router.state.location.href).toBe('/');
    });
    await user.click(await screen.findByRole('button', { name: 'Select Vesper' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: /Vesper/, pressed: true })).toBeInTheDocument();
  });

  it.each([
    ['/restaurant/2', '/restaurant/2'],
    ['/?query=vesper&price=2', '/?query=vesper&price=2'],
    ['/profile', '/profile?tab=subscription&checkout=canceled'],
  ])('leads back to %s after a canceled checkout', async (left, arrived) => {
    serve();
    checkoutOrigin.write(left);
    const { router } = await renderApp(`${RETURN}=canceled`);
    expect(
      await screen.findByText('You left the checkout. Nothing was charged.'),
    ).toBeInTheDocument();
    expect(router.state.location.href).toBe(arrived);
  });

  it('says that nothing was charged after a canceled checkout', async () => {
    serve();
    await renderApp(`${RETURN}=canceled`);
    expect(
      await screen.findByText('You left the checkout. Nothing was charged.'),
    ).toBeInTheDocument();
  });

  it('shows a change of plan after a notice about it', async () => {
    const arrive = serve();
    await renderApp('/profile');
    await screen.findByRole('article', { name: 'Pro' });
    await liveServer.admit({ seq: 1 });
    arrive();
    await liveServer.send({
      type: 'user.notice',
      seq: 2,
      at: '2026-11-20T12:00:00.000Z',
      what: 'requests_paused',
      text: 'Two requests were paused.',
    });
    expect(await screen.findByText('Renews on December 9, 2026')).toBeInTheDocument();
  });
});
