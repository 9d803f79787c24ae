import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { User } from '@/api/types';
import { expectFocus } from '@/testing/focus';
import { user as userFixture } from '@/testing/fixtures';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

/** A user whose accounts change with the calls. */
function serveAccounts(accounts: User['resy_accounts']) {
  let now = accounts;
  server.use(
    http.get('/api/users/me/', () => HttpResponse.json(userFixture({ resy_accounts: now }))),
    http.post('/api/resy/login/', () => {
      now = userFixture().resy_accounts;
      return HttpResponse.json({ message: 'Successfully connected', account: now[0] });
    }),
    http.post('/api/resy/logout/', () => {
      now = [];
      return HttpResponse.json({ message: 'Successfully disconnected' });
    }),
  );
}

async function connect(password = 'table-for-two') {
  const app = await renderApp('/connect-accounts');
  await app.user.type(await screen.findByLabelText('Resy email'), 'maya.okafor@example.com');
  await app.user.type(screen.getByLabelText('Resy password'), password);
  await app.user.click(screen.getByRole('button', { name: 'Connect' }));
  return app;
}

describe('connect accounts', () => {
  it('connects Resy, says so and enables Continue', async () => {
    serveAccounts([]);
    await connect();
    expect(
      await screen.findByText('Your Resy account successfully connected.'),
    ).toBeInTheDocument();
    expect(await screen.findByText('Successfully connected')).toBeInTheDocument();
    expect(screen.getByText('maya.okafor@example.com')).toBeInTheDocument();
    await expectFocus(() => screen.getByRole('link', { name: 'Find a restaurant' }));
    expect(screen.getByRole('link', { name: 'Continue' })).toBeInTheDocument();
    expect(screen.queryByLabelText('Resy password')).not.toBeInTheDocument();
  });

  it('says so to a user who only adds an account, and leads nowhere', async () => {
    serveAccounts(userFixture().resy_accounts);
    const { user } = await renderApp('/connect-accounts');
    await user.click(await screen.findByRole('button', { name: 'Connect another Resy account' }));
    await user.type(screen.getByLabelText('Resy email'), 'maya.okafor@example.com');
    await user.type(screen.getByLabelText('Resy password'), 'table-for-two');
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    const sentence = await screen.findByText('Your Resy account successfully connected.');
    await expectFocus(() => sentence.closest('[role=status]'));
  });

  it('says so also if a live event has removed the form', async () => {
    serveAccounts([]);
    let answer: () => void = () => undefined;
    const received = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.post('/api/resy/login/', async () => {
        await received;
        return HttpResponse.json({ message: 'Successfully connected' });
      }),
    );
    const { queryClient } = await connect();
    serveAccounts(userFixture().resy_accounts);
    await queryClient.invalidateQueries();
    await waitFor(() => {
      expect(screen.queryByLabelText('Resy email')).not.toBeInTheDocument();
    });
    answer();
    expect(await screen.findByText('Successfully connected')).toBeInTheDocument();
    expect(screen.getByText('Your Resy account successfully connected.')).toBeInTheDocument();
  });

  it('disables Continue without an account, and says why', async () => {
    serveAccounts([]);
    await renderApp('/connect-accounts');
    const button = await screen.findByRole('button', { name: 'Continue' });
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription('Connect an account to continue.');
  });

  it('shows a refused login in the specification’s words, and Try Again leads back with the email', async () => {
    serveAccounts([]);
    server.use(
      http.post('/api/resy/login/', () =>
        refusal(400, 'resy_refused', 'Unable to connect Resy account: invalid email or password'),
      ),
    );
    const { user } = await connect('wrong');
    expect(await screen.findByText('Email and password do not match')).toBeInTheDocument();
    expect(
      await screen.findByText('Unable to connect Resy account: invalid email or password'),
    ).toBeInTheDocument();
    const again = screen.getByRole('button', { name: 'Try Again' });
    await expectFocus(again);
    await user.click(again);
    expect(await screen.findByLabelText('Resy email')).toHaveValue('maya.okafor@example.com');
    expect(screen.getByLabelText('Resy password')).toHaveValue('');
  });

  it('does not blame the password when Resy is unavailable', async () => {
    serveAccounts([]);
    server.use(
      http.post('/api/resy/login/', () =>
        refusal(503, 'platform_unavailable', 'Resy does not answer at the moment.'),
      ),
    );
    await connect();
    expect(await screen.findByText('Resy does not answer at the moment.')).toBeInTheDocument();
    expect(screen.queryByText('Email and password do not match')).not.toBeInTheDocument();
  });

  it('disconnects after asking, and says what stops', async () => {
    serveAccounts(userFixture().resy_accounts);
    const { user } = await renderApp('/connect-accounts');
    await user.click(await screen.findByRole('button', { name: /^Disconnect/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Disconnect this Resy account?' });
    expect(dialog).toHaveAccessibleDescription(/Requests that use this account pause/);
    await user.click(within(dialog).getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByText('Successfully disconnected')).toBeInTheDocument();
    expect(await screen.findByLabelText('Resy email')).toBeInTheDocument();
  });

  it('shows the server’s message when disconnecting fails', async () => {
    serveAccounts(userFixture().resy_accounts);
    server.use(
      http.post('/api/resy/logout/', () => refusal(409, 'busy', 'A booking is under way.')),
    );
    const { user } = await renderApp('/connect-accounts');
    await user.click(await screen.findByRole('button', { name: /^Disconnect/ }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByText('A booking is under way.')).toBeInTheDocument();
  });

  it('asks for a new login when the old one has expired, with the email filled in', async () => {
    serveAccounts(
      userFixture().resy_accounts.map((account) => ({ ...account, status: 'needs_reconnect' })),
    );
    await renderApp('/connect-accounts');
    expect(await screen.findByText('Needs reconnect')).toBeInTheDocument();
    expect(screen.getByLabelText('Resy email')).toHaveValue('maya.okafor@example.com');
  });

  it('offers to try again when the accounts cannot be loaded', async () => {
    server.use(http.get('/api/users/me/', () => refusal(403, 'away', 'No.'), { once: false }));
    const { user } = await renderApp('/connect-accounts');
    expect(
      await screen.findByText('Failed to load accounts. Please try again later.'),
    ).toBeInTheDocument();
    serveAccounts([]);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByLabelText('Resy email')).toBeInTheDocument();
  });
});
