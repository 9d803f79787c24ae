import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { readTokens } from '@/api/session';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

// Digits only, and more than a number holds: the address must come through as it is.
const LINK = '/reset-password?token=12345678901234567890&uid=7';
const VERIFY = '/api/users/verify_reset_password/';

async function open({ address = LINK, signedIn = false } = {}) {
  return renderApp(address, { signedIn });
}

async function choose(
  app: Awaited<ReturnType<typeof open>>,
  password: string,
  repeated = password,
) {
  await app.user.type(screen.getByLabelText('New password'), password);
  await app.user.type(screen.getByLabelText('Repeat new password'), repeated);
  await app.user.click(screen.getByRole('button', { name: 'Reset Password' }));
}

describe('reset password', () => {
  it('sets the password with token and uid from the address and leads to the login', async () => {
    let received: unknown;
    server.use(
      http.post(VERIFY, async ({ request }) => {
        const query = Object.fromEntries(new URL(request.url).searchParams);
        received = { query, body: await request.json() };
        return HttpResponse.json({ message: 'Password reset successfully' });
      }),
    );
    const app = await open();
    await choose(app, 'Table4two!');
    expect(await screen.findByText('Password reset successfully')).toBeInTheDocument();
    await waitFor(() => {
      expect(app.router.state.location.pathname).toBe('/login');
    });
    expect(received).toEqual({
      query: { token: '12345678901234567890', uid: '7' },
      body: { password: 'Table4two!' },
    });
  });

  it('removes this browser’s session, which the server has ended', async () => {
    const app = await open({ signedIn: true });
    await choose(app, 'Table4two!');
    await waitFor(() => {
      expect(app.router.state.location.pathname).toBe('/login');
    });
    expect(readTokens()).toBeNull();
    expect(app.router.state.location.search).toEqual({});
  });

  it('ticks the rules while the password is typed', async () => {
    const { user } = await open();
    const rule = screen.getByText('One number').closest('li');
    expect(rule).toHaveAttribute('data-state', 'open');
    await user.type(screen.getByLabelText('New password'), 'table4');
    expect(rule).toHaveAttribute('data-state', 'met');
    expect(screen.getByText('One uppercase character').closest('li')).toHaveAttribute(
      'data-state',
      'open',
    );
  });

  it('shows a refused password at the rules it misses, once each', async () => {
    const app = await open();
    await choose(app, 'table4two', 'table4two');
    const rule = await screen.findByText('One uppercase character');
    expect(rule.closest('li')).toHaveAttribute('data-state', 'missing');
    expect(screen.getByText('One number').closest('li')).toHaveAttribute('data-state', 'met');
    expect(screen.getByLabelText('New password')).toBeInvalid();
    expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(
      /One uppercase character \(missing\)/,
    );
  });

  it.each(['Table4two!', 'table'])('requires %s twice, without a call', async (password) => {
    const app = await open();
    await choose(app, password, 'Table4three!');
    expect(await screen.findByText("Passwords don't match")).toBeInTheDocument();
    expect(app.router.state.location.pathname).toBe('/reset-password');
  });

  it.each(['/reset-password', '/reset-password?token=abc', '/reset-password?uid=7'])(
    'says before anything is typed that the link is incomplete: %s',
    async (address) => {
      await open({ address });
      expect(screen.getByRole('alert')).toHaveTextContent(
        'This page needs the link from our email.',
      );
      expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
    },
  );

  it('offers a new link when this one has expired', async () => {
    const sentence = 'This link has expired or was already used. Ask for a new one.';
    server.use(http.post(VERIFY, () => refusal(400, 'dead_link', sentence)));
    const app = await open();
    await choose(app, 'Table4two!');
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Request a new link' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Forgot password' }));
    await app.user.type(dialog.getByLabelText('Email'), 'maya@example.com');
    await app.user.click(dialog.getByRole('button', { name: 'Reset Password' }));
    expect(
      await screen.findByText('Password reset instructions have been sent to your email.'),
    ).toBeInTheDocument();
  });

  it('shows the server’s message, and its field errors beside the fields', async () => {
    server.use(
      http.post(VERIFY, () =>
        refusal(400, 'bad_form', 'Please correct the form.', { password: 'Too common.' }),
      ),
    );
    const app = await open();
    await choose(app, 'Password1!');
    expect(await screen.findByText('Please correct the form.')).toBeInTheDocument();
    expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(/Too common\./);
  });
});
