import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { answersWith, newcomer, onPro, subscription } from '@/testing/billing';
import { refusal } from '@/testing/handlers';
import { renderPart } from '@/testing/render';
import { server } from '@/testing/server';
import { ToastHost } from '@/ui/toast/toast-host';
import { http } from 'msw';
import { PlanPrompt } from './plan-prompt';

const ignore = () => undefined;

describe('the plans at a gate', () => {
  it('are called Regular and Pro in the Subscriptions dialog', async () => {
    server.use(answersWith(newcomer));
    renderPart(<PlanPrompt reason="subscribe" onClose={ignore} />);
    const dialog = within(screen.getByRole('dialog', { name: 'Subscriptions' }));
    const regular = within(await dialog.findByRole('article', { name: 'Regular' }));
    expect(regular.getByText('$25.00')).toHaveTextContent(/^\$25\.00\/month$/);
    expect(regular.getByRole('button', { name: 'Start Free Trial' })).toBeEnabled();
    const pro = within(dialog.getByRole('article', { name: 'Pro' }));
    expect(pro.getByText('$50.00')).toHaveTextContent(/^\$50\.00\/month$/);
  });

  it('lead from a Pro feature to the upgrade, and close after it', async () => {
    const onClose = vi.fn();
    server.use(answersWith(subscription()));
    const { user } = renderPart(
      <>
        <PlanPrompt reason="pro" onClose={onClose} />
        <ToastHost />
      </>,
    );
    await user.click(await screen.findByRole('button', { name: 'Upgrade to PRO' }));
    const dialog = await screen.findByRole('dialog', { name: 'Switch to Pro?' });
    server.use(answersWith(onPro));
    await user.click(within(dialog).getByRole('button', { name: 'Switch to Pro' }));
    expect(await screen.findByText('successfully changed plan')).toBeInTheDocument();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('offer to try again when they cannot be loaded', async () => {
    server.use(
      http.get('/api/stripe-integration/subscription/subscription-details/', () =>
        refusal(403, 'away', 'No.'),
      ),
    );
    const { user } = renderPart(<PlanPrompt reason="subscribe" onClose={ignore} />);
    expect(await screen.findByText("We couldn't load your subscription.")).toBeInTheDocument();
    server.use(answersWith(newcomer));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('article', { name: 'Regular' })).toBeInTheDocument();
  });
});
