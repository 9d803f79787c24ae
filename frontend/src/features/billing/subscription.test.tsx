import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { openExternalUrl } from '@/lib/external-url';
import { expectFocus } from '@/testing/focus';
import {
  answersWith,
  CHECKOUT_URL,
  complimentaryPro,
  newcomer,
  onPro,
  PORTAL_URL,
  subscription,
} from '@/testing/billing';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import type { Subscription } from './queries';

const BASE = '/api/stripe-integration/subscription';

async function open(details: Subscription, address = '/profile') {
  server.use(answersWith(details));
  const app = await renderApp(address);
  await screen.findByRole('article', { name: 'Pro' });
  return app;
}

const card = (name: string) => within(screen.getByRole('article', { name }));

describe('the subscription in the profile', () => {
  it('starts the free trial at Stripe and stays pending while the browser leaves', async () => {
    let received: unknown;
    server.use(
      http.post(`${BASE}/create-checkout-session/`, async ({ request }) => {
        received = await request.json();
        return HttpResponse.json({ sessionUrl: CHECKOUT_URL, message: 'Redirecting to checkout' });
      }),
    );
    const { user } = await open(newcomer);
    await user.click(card('Standard').getByRole('button', { name: 'Start Free Trial' }));
    expect(await screen.findByText('Redirecting to checkout')).toBeInTheDocument();
    await waitFor(() => {
      expect(openExternalUrl).toHaveBeenCalledExactlyOnceWith(CHECKOUT_URL);
    });
    expect(received).toEqual({ subscription_tier: 'standard' });
    expect(card('Standard').getByRole('button', { name: 'Opening Stripe…' })).toBeInTheDocument();
  });

  it('disables the other buttons until the action has ended', async () => {
    const answer: { send?: () => void } = {};
    server.use(
      http.post(`${BASE}/create-checkout-session/`, async () => {
        await new Promise<void>((resolve) => {
          answer.send = resolve;
        });
        return refusal(503, 'stripe_away', 'Stripe does not answer.');
      }),
    );
    const { user } = await open(newcomer);
    const other = card('Pro').getByRole('button', { name: 'Start Free Trial' });
    await user.click(card('Standard').getByRole('button', { name: 'Start Free Trial' }));
    await expectFocus(() => card('Standard').getByRole('button', { name: 'Opening Stripe…' }));
    expect(other).toBeDisabled();
    await waitFor(() => {
      expect(answer.send).toBeDefined();
    });
    answer.send?.();
    await waitFor(() => {
      expect(other).toBeEnabled();
    });
  });

  it('is not pending when Back restores the page', async () => {
    const { user } = await open(newcomer);
    await user.click(card('Pro').getByRole('button', { name: 'Start Free Trial' }));
    await card('Pro').findByRole('button', { name: 'Opening Stripe…' });
    await waitFor(() => {
      expect(openExternalUrl).toHaveBeenCalled();
    });
    window.dispatchEvent(new Event('pageshow'));
    expect(
      await card('Pro').findByRole('button', { name: 'Start Free Trial' }),
    ).toBeInTheDocument();
  });

  it('undoes a cancellation without leaving', async () => {
    let details = subscription(
      { will_cancel: true, cancels_on: '2026-12-09T17:00:00.000Z', can_cancel: false },
      { standard: 'resubscribe', premium: 'switch' },
    );
    server.use(
      http.post(`${BASE}/create-checkout-session/`, () => {
        details = subscription();
        return HttpResponse.json({
          sessionUrl: `${window.location.origin}/profile?tab=subscription&checkout=success`,
          message: 'Your plan will renew as before.',
        });
      }),
    );
    const { user } = await open(details);
    server.use(http.get(`${BASE}/subscription-details/`, () => HttpResponse.json(details)));
    expect(card('Standard').getByText('Cancels on December 9, 2026')).toBeInTheDocument();
    await user.click(card('Standard').getByRole('button', { name: 'Re-subscribe' }));
    expect(await screen.findByText('Your plan will renew as before.')).toBeInTheDocument();
    expect(await card('Standard').findByText('Renews on December 9, 2026')).toBeInTheDocument();
    expect(openExternalUrl).not.toHaveBeenCalled();
  });

  it('switches after saying what it costs, and the card follows by itself', async () => {
    const { user } = await open(subscription());
    const press = card('Pro').getByRole('button', { name: 'Switch to Pro' });
    await user.click(press);
    const dialog = await screen.findByRole('dialog', { name: 'Switch to Pro?' });
    expect(dialog).toHaveAccessibleDescription(
      /Today we charge your card for the rest of this month/,
    );
    server.use(answersWith(onPro));
    await user.click(within(dialog).getByRole('button', { name: 'Switch to Pro' }));
    expect(await screen.findByText('successfully changed plan')).toBeInTheDocument();
    expect(await card('Pro').findByText('Current')).toBeInTheDocument();
    expect(dialog).not.toBeInTheDocument();
  });

  it('returns the focus to the button when a switch is canceled', async () => {
    const { user } = await open(subscription());
    const press = card('Pro').getByRole('button', { name: 'Switch to Pro' });
    await user.click(press);
    await user.click(await screen.findByRole('button', { name: 'Not now' }));
    await expectFocus(press);
  });

  it('shows the server’s message when a switch is refused', async () => {
    const sentence = 'Your card was declined. Your plan has not changed.';
    server.use(
      http.post(`${BASE}/change-subscription/`, () => refusal(402, 'card_declined', sentence)),
    );
    const { user } = await open(subscription());
    await user.click(card('Pro').getByRole('button', { name: 'Switch to Pro' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Switch to Pro' }));
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(card('Standard').getByText('Current')).toBeInTheDocument();
  });

  it('cancels after saying until when the plan lasts', async () => {
    const { user } = await open(subscription());
    await user.click(card('Standard').getByRole('button', { name: 'Cancel' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel your subscription?' });
    expect(
      await within(dialog).findByText('You keep access to Standard until December 9, 2026.'),
    ).toBeInTheDocument();
    server.use(
      answersWith(
        subscription(
          { will_cancel: true, cancels_on: '2026-12-09T17:00:00.000Z', can_cancel: false },
          { standard: 'resubscribe', premium: 'switch' },
        ),
      ),
    );
    await user.click(within(dialog).getByRole('button', { name: 'Cancel subscription' }));
    expect(await screen.findByText(/^Your Standard plan is canceled\./)).toBeInTheDocument();
    expect(await card('Standard').findByText('Cancels on December 9, 2026')).toBeInTheDocument();
  });

  it('says in the dialog why the end date is not known', async () => {
    server.use(
      http.get(`${BASE}/access-end-date/`, () =>
        refusal(409, 'no_subscription', 'You have no plan to cancel.'),
      ),
    );
    const { user } = await open(subscription());
    await user.click(card('Standard').getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('You have no plan to cancel.')).toBeInTheDocument();
  });

  it('leads to Stripe’s page for the card and the invoices', async () => {
    const { user } = await open(subscription());
    await user.click(card('Standard').getByRole('button', { name: 'Manage' }));
    await waitFor(() => {
      expect(openExternalUrl).toHaveBeenCalledExactlyOnceWith(PORTAL_URL);
    });
  });

  it.each([
    ['Manage', 'Standard', 'Redirecting to subscription management'],
    ['Start Free Trial', 'Pro', 'Redirecting to checkout'],
  ])('shows the toast of %s before the browser leaves', async (name, plan, sentence) => {
    const isShown = vi.fn<() => boolean>();
    vi.mocked(openExternalUrl).mockImplementation(() => {
      isShown.mockReturnValue(screen.queryByText(sentence) !== null);
    });
    const { user } = await open(name === 'Manage' ? subscription() : newcomer);
    await user.click(card(plan).getByRole('button', { name }));
    await waitFor(() => {
      expect(openExternalUrl).toHaveBeenCalledOnce();
    });
    expect(isShown()).toBe(true);
  });

  it('says that the checkout has no address and stays', async () => {
    server.use(
      http.post(`${BASE}/create-checkout-session/`, () => HttpResponse.json({ message: 'Go' })),
    );
    const { user } = await open(newcomer);
    await user.click(card('Pro').getByRole('button', { name: 'Start Free Trial' }));
    expect(
      await screen.findByText("The checkout page couldn't be opened. Please try again."),
    ).toBeInTheDocument();
    expect(openExternalUrl).not.toHaveBeenCalled();
    expect(card('Pro').getByRole('button', { name: 'Start Free Trial' })).toBeEnabled();
  });

  it('has no payment button for a complimentary plan', async () => {
    await open(complimentaryPro);
    expect(card('Pro').getByText('Current')).toBeInTheDocument();
    expect(card('Pro').getByText('Given by Tablehawk, no payment')).toBeInTheDocument();
    expect(card('Standard').getByText('Included in your Pro plan')).toBeInTheDocument();
    expect(screen.queryByText(/Cancel any time/)).not.toBeInTheDocument();
    for (const name of ['Standard', 'Pro']) {
      expect(card(name).queryByRole('button')).not.toBeInTheDocument();
    }
  });

  it.each([
    ['the address is empty', HttpResponse.json({ url: '' }), 'Failed to retrieve management URL'],
    ['there is no address', HttpResponse.json({}), 'Failed to retrieve management URL'],
    ['it is null', HttpResponse.json({ url: null }), 'Failed to retrieve management URL'],
    ['Stripe is away', refusal(503, 'billing_unavailable', 'Not just now.'), 'Not just now.'],
    [
      'the answer has no words',
      new HttpResponse('', { status: 502 }),
      'Error managing subscription',
    ],
  ])('says so when %s', async (_, answer, sentence) => {
    server.use(http.get(`${BASE}/manage-subscription/`, () => answer.clone()));
    const { user } = await open(subscription());
    await user.click(card('Standard').getByRole('button', { name: 'Manage' }));
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(openExternalUrl).not.toHaveBeenCalled();
  });

  it('offers to try again when nothing could be loaded', async () => {
    server.use(http.get(`${BASE}/subscription-details/`, () => refusal(403, 'away', 'No.')));
    const { user } = await renderApp('/profile');
    expect(await screen.findByText("We couldn't load your subscription.")).toBeInTheDocument();
    server.use(answersWith(onPro));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('article', { name: 'Pro' })).toBeInTheDocument();
  });
});
