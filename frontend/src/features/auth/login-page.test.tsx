import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { readTokens, saveTokens } from '@/api/session';
import { expectFocus } from '@/testing/focus';
import { refusal, TOKENS } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const HOME = 'Tables open up. We notice.';

async function logIn(address = '/login') {
  const app = await renderApp(address, { signedIn: false });
  await app.user.type(screen.getByLabelText('Email'), 'maya@example.com');
  await app.user.type(screen.getByLabelText('Password'), 'Table4two!');
  await app.user.click(screen.getByRole('button', { name: 'Log in' }));
  return app;
}

function checks({ resy, openTable }: { resy: boolean | 'fails'; openTable: boolean | 'fails' }) {
  const answer = (key: string, value: boolean | 'fails') =>
    value === 'fails' ? refusal(403, 'away', 'Not now.') : HttpResponse.json({ [key]: value });
  server.use(
    http.get('/api/resy/check_resy_auth/', () => answer('resy_signed_in', resy)),
    http.get('/api/opentable/check_opentable_auth/', () =>
      answer('opentable_signed_in', openTable),
    ),
  );
}

describe('login', () => {
  it.each([
    [
      'Resy is connected',
      { resy: true, openTable: false },
      '/reservations',
      'Successfully logged in',
    ],
    [
      'OpenTable is connected',
      { resy: false, openTable: true },
      '/reservations',
      'Successfully logged in',
    ],
    [
      'one check fails and the other says yes',
      { resy: true, openTable: 'fails' },
      '/reservations',
      'Successfully logged in',
    ],
    [
      'nothing is connected',
      { resy: false, openTable: false },
      '/connect-accounts',
      'You need to connect an account',
    ],
    [
      'a check fails',
      { resy: 'fails', openTable: false },
      '/reservations',
      'Error checking account status',
    ],
  ] as const)('%s: %s', async (_, answers, path, notice) => {
    checks(answers);
    const { router } = await logIn();
    expect(await screen.findByText(notice)).toBeInTheDocument();
    await waitFor(() => {
      expect(router.state.location.pathname).toBe(path);
    });
    expect(readTokens()).toEqual(TOKENS);
  });

  it('opens the address that the visitor requested', async () => {
    const { router } = await logIn('/login?redirect=%2Frestaurant%2F2');
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/restaurant/2');
    });
  });

  it('shows the server’s message and keeps what was typed', async () => {
    server.use(
      http.post('/api/users/login/', () =>
        refusal(401, 'wrong_credentials', 'Email and password do not match.'),
      ),
    );
    await logIn();
    expect(await screen.findByRole('alert')).toHaveTextContent('Email and password do not match.');
    expect(screen.getByLabelText('Email')).toHaveValue('maya@example.com');
    expect(readTokens()).toBeNull();
  });

  it('says that the login failed when the server gives no reason', async () => {
    server.use(http.post('/api/users/login/', () => new HttpResponse('', { status: 401 })));
    await logIn();
    expect(await screen.findByRole('alert')).toHaveTextContent('Login failed');
  });

  it('names missing fields without a call, and focuses the first', async () => {
    const { user } = await renderApp('/login', { signedIn: false });
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByText('Must be valid email')).toBeInTheDocument();
    await expectFocus(() => screen.getByLabelText('Email'));
    expect(screen.getByLabelText('Email')).toBeInvalid();
  });

  it('sends visitors without a session to the login and keeps the requested address', async () => {
    const { router } = await renderApp('/connect-accounts', { signedIn: false });
    expect(screen.getByRole('heading', { name: HOME })).toBeInTheDocument();
    expect(router.state.location.search).toEqual({ redirect: '/connect-accounts' });
  });
});

describe('forgot password', () => {
  it('starts from the typed email, is enabled by an email only, and says that it was sent', async () => {
    const { user } = await renderApp('/login', { signedIn: false });
    await user.type(screen.getByLabelText('Email'), 'maya@example');
    await user.click(screen.getByRole('button', { name: 'Forgot password' }));
    const dialog = await screen.findByRole('dialog', { name: 'Forgot password' });
    const reset = screen.getByRole('button', { name: 'Reset Password' });
    expect(reset).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: 'Email' }), '.com');
    expect(reset).toBeEnabled();
    await user.click(reset);
    expect(
      await screen.findByText('Password reset instructions have been sent to your email.'),
    ).toBeInTheDocument();
    expect(dialog).not.toBeInTheDocument();
  });

  it('shows the server’s message when it fails', async () => {
    server.use(
      http.post('/api/users/request_password_reset/', () =>
        refusal(429, 'throttled', 'Too many tries. Wait a minute.'),
      ),
    );
    const { user } = await renderApp('/login', { signedIn: false });
    await user.type(screen.getByLabelText('Email'), 'maya@example.com');
    await user.click(screen.getByRole('button', { name: 'Forgot password' }));
    await user.click(await screen.findByRole('button', { name: 'Reset Password' }));
    expect(await screen.findByText('Too many tries. Wait a minute.')).toBeInTheDocument();
  });
});

describe('logging out', () => {
  it('ends the session here and leads to the login', async () => {
    const { user, router } = await renderApp('/connect-accounts');
    await user.click(await screen.findByRole('button', { name: /^Account menu/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
    expect(await screen.findByRole('heading', { name: HOME })).toBeInTheDocument();
    expect(readTokens()).toBeNull();
    expect(router.state.location.search).toEqual({});
  });

  it('in another tab logs this one out and keeps its address', async () => {
    const { router } = await renderApp('/connect-accounts');
    localStorage.removeItem('token');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(await screen.findByRole('heading', { name: HOME })).toBeInTheDocument();
    expect(router.state.location.search).toEqual({ redirect: '/connect-accounts' });
  });
});

describe('another user who logs in in another tab', () => {
  const tokensOf = (sub: string) => ({
    access_token: `x.${btoa(JSON.stringify({ sub }))}.x`,
    refresh_token: 'refresh-9',
  });
  const change = (sub: string) => {
    localStorage.setItem('token', JSON.stringify(tokensOf(sub)));
  };

  it('makes this tab load again, but a renewed token does not', async () => {
    saveTokens(tokensOf('7'));
    const { reload } = await renderApp('/connect-accounts', { signedIn: false });
    change('7');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(reload).not.toHaveBeenCalled();
    change('8');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('is noticed when the browser shows the page from its history', async () => {
    saveTokens(tokensOf('7'));
    const { reload } = await renderApp('/connect-accounts', { signedIn: false });
    change('8');
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
