import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { User } from '@/api/types';
import { openStart, readStart } from '@/entities/user/start';
import { answersWith, newcomer } from '@/testing/billing';
import { user as userFixture } from '@/testing/fixtures';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const NEW: Partial<User> = { subscription_type: 'none', resy_accounts: [] };

function serve(fields: Partial<User>) {
  server.use(
    answersWith(newcomer),
    http.get('/api/users/me/', () => HttpResponse.json(userFixture(fields))),
    http.get('/api/reservations/counts/', () =>
      HttpResponse.json({ active_reservations: 0, total_reservations: 0, limit: 5 }),
    ),
  );
}

const steps = () => screen.getByRole('navigation', { name: 'Getting started' });
const names = () =>
  within(steps())
    .getAllByRole('listitem')
    .map((item) => item.textContent.trim());

describe('the steps after sign-up', () => {
  it('show the current one, and each leads to its page', async () => {
    serve(NEW);
    const { user, router } = await renderApp('/connect-accounts');
    expect(steps()).toHaveTextContent('Step 1 of 3');
    expect(within(steps()).getByRole('listitem', { current: 'step' })).toHaveTextContent(
      'Connect an account',
    );
    await user.click(within(steps()).getByRole('link', { name: 'Choose a plan' }));
    expect(router.state.location.pathname).toBe('/choose-plan');
    expect(steps()).toHaveTextContent('Step 2 of 3');
    expect(within(steps()).getByRole('listitem', { current: 'step' })).toHaveTextContent(
      'Choose a plan',
    );
  });

  it('continue from a connected account to the plans', async () => {
    serve({ subscription_type: 'none' });
    const { user, router } = await renderApp('/connect-accounts');
    expect(names()[0]).toBe('Connect an account (done)');
    await user.click(screen.getByRole('link', { name: 'Continue' }));
    expect(router.state.location.pathname).toBe('/choose-plan');
  });

  it('continue from account and plan to the first request', async () => {
    openStart(7);
    serve({});
    await renderApp('/');
    expect(steps()).toHaveTextContent('Step 3 of 3');
    expect(within(steps()).getByRole('listitem', { current: 'step' })).toHaveTextContent(
      'File your first request',
    );
  });

  it('take the place of the line about an unconfirmed email until they are over', async () => {
    openStart(7);
    serve({ email_confirmed: false });
    const { user } = await renderApp('/');
    const line = () => screen.queryByText(/^We sent a link to .* Open it to confirm/);
    expect(steps()).toBeInTheDocument();
    expect(line()).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Skip setup' }));
    expect(line()).toBeInTheDocument();
  });

  it('can be skipped, also after a reload', async () => {
    openStart(7);
    serve(NEW);
    const { user, router, unmount } = await renderApp('/connect-accounts');
    await user.click(screen.getByRole('button', { name: 'Skip setup' }));
    expect(router.state.location.pathname).toBe('/');
    expect(readStart(7)).toBe('skipped');
    unmount();
    await renderApp('/connect-accounts');
    expect(screen.queryByRole('navigation', { name: 'Getting started' })).not.toBeInTheDocument();
  });

  it('are not shown to users who did not sign up just now and lack nothing', async () => {
    serve({});
    await renderApp('/');
    expect(screen.queryByRole('navigation', { name: 'Getting started' })).not.toBeInTheDocument();
  });
});
