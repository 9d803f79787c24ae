import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { User } from '@/api/types';
import { openStart, readStart } from '@/entities/user/start';
import { answersWith, newcomer } from '@/testing/billing';
import { liveServer } from '@/testing/fake-socket';
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
    expect(steps()).toHaveTextContent('Step 2 of 4');
    expect(within(steps()).getByRole('listitem', { current: 'step' })).toHaveTextContent(
      'Connect an account',
    );
    await user.click(within(steps()).getByRole('link', { name: 'Choose a plan' }));
    expect(router.state.location.pathname).toBe('/choose-plan');
    expect(steps()).toHaveTextContent('Step 3 of 4');
    expect(within(steps()).getByRole('listitem', { current: 'step' })).toHaveTextContent(
      'Choose a plan',
    );
  });

  it('continue from a connected account to the plans', async () => {
    serve({ subscription_type: 'none' });
    const { user, router } = await renderApp('/connect-accounts');
    expect(names()[1]).toBe('Connect an account (done)');
    await user.click(screen.getByRole('link', { name: 'Continue' }));
    expect(router.state.location.pathname).toBe('/choose-plan');
  });

  it('continue from account and plan to the first request', async () => {
    openStart(7);
    serve({});
    await renderApp('/');
    expect(steps()).toHaveTextContent('Step 4 of 4');
    expect(within(steps()).getByRole('listitem', { current: 'step' })).toHaveTextContent(
      'File your first request',
    );
  });

  it('begin with the email address, and say what follows until it is confirmed', async () => {
    serve({ ...NEW, email_confirmed: false });
    const { user } = await renderApp('/connect-accounts');
    expect(names()[0]).toBe('1Confirm your email');
    expect(within(steps()).queryByRole('link', { name: /email/ })).not.toBeInTheDocument();
    const line = screen.getByText(/^We sent a link to maya\.okafor@example\.com\. Open it/);
    expect(line).toHaveTextContent(
      'Until you do, we email you nothing else, not even that a table is booked.',
    );
    await user.click(screen.getByRole('button', { name: 'Resend the link' }));
    await waitFor(() => {
      expect(line).toHaveTextContent(/^We sent a link to maya\.okafor@example\.com\. Until you do/);
    });
  });

  it('show within a moment that the email address was confirmed elsewhere', async () => {
    serve({ ...NEW, email_confirmed: false });
    await renderApp('/connect-accounts');
    serve(NEW);
    await liveServer.admit({ seq: 18 });
    await liveServer.send({
      seq: 19,
      type: 'user.changed',
      at: '2026-11-20T19:04:13.000Z',
      what: 'email',
    });
    await waitFor(() => {
      expect(names()[0]).toBe('Confirm your email (done)');
    });
    expect(within(steps()).getByRole('status')).toHaveTextContent('Your email is confirmed.');
    expect(screen.queryByText(/^We sent a link to/)).not.toBeInTheDocument();
  });

  it('are shown with one line about the email, also when they are over', async () => {
    openStart(7);
    serve({ email_confirmed: false });
    const { user } = await renderApp('/');
    const lines = () => screen.getAllByText(/^We sent a link to .* Open it to confirm/);
    expect(steps()).toBeInTheDocument();
    expect(lines()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Skip setup' }));
    expect(lines()).toHaveLength(1);
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
