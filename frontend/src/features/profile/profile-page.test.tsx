import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { readTokens } from '@/api/session';
import type { User } from '@/api/types';
import { enter } from '@/testing/enter';
import { expectFocus } from '@/testing/focus';
import { user as userFixture } from '@/testing/fixtures';
import { refusal } from '@/testing/handlers';
import { KEPT_TABLES } from '@/testing/profile';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const save = () => screen.getByRole('button', { name: 'Save changes' });

async function open() {
  const app = await renderApp('/profile?tab=personal');
  await screen.findByRole('heading', { level: 2, name: 'Personal info' });
  return app;
}

describe('the profile', () => {
  it.each([
    ['/profile', 'Plan'],
    ['/profile?tab=personal', 'Personal info'],
    ['/profile?tab=password', 'Reset Password'],
    ['/profile?tab=notifications', 'Notifications'],
    ['/profile?tab=subscription', 'Plan'],
    ['/profile?tab=nonsense', 'Plan'],
  ])('keeps its tab in the address: %s is %s', async (address, name) => {
    await renderApp(address);
    expect(await screen.findByRole('heading', { level: 2, name })).toBeInTheDocument();
    expect(screen.getByRole('link', { name, current: 'page' })).toBeInTheDocument();
  });

  it('has a tab for the connected accounts', async () => {
    const { user, router } = await renderApp('/profile');
    const tabs = within(screen.getByRole('navigation', { name: 'Profile' }));
    expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Plan',
      'Personal info',
      'Reset Password',
      'Notifications',
      'Accounts',
    ]);
    await user.click(tabs.getByRole('link', { name: 'Accounts' }));
    expect(await screen.findByRole('button', { name: /^Disconnect/ })).toBeInTheDocument();
    expect(router.state.location.search).toEqual({ tab: 'accounts' });
  });

  it('offers to try again when the user could not be loaded', async () => {
    server.use(http.get('/api/users/me/', () => refusal(403, 'away', 'No.')));
    const { user } = await open();
    expect(await screen.findByText("We couldn't load your profile.")).toBeInTheDocument();
    server.use(http.get('/api/users/me/', () => HttpResponse.json(userFixture())));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByLabelText('First name')).toHaveValue('Maya');
  });
});

describe('personal info', () => {
  it('saves only what was changed, and says so', async () => {
    let received: unknown;
    server.use(
      http.patch<never, Partial<User>>('/api/users/me/', async ({ request }) => {
        const changes = await request.json();
        received = changes;
        return HttpResponse.json(userFixture(changes));
      }),
    );
    const { user } = await open();
    const name = screen.getByLabelText('First name');
    await user.clear(name);
    await user.type(name, 'Maja');
    expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument();
    await user.click(save());
    expect(await screen.findByText('Your details are saved.')).toBeInTheDocument();
    expect(received).toEqual({ first_name: 'Maja' });
  });

  it('keeps what new requests pay for each guest if nobody comes', async () => {
    let received: unknown;
    server.use(
      http.patch<never, Partial<User>>('/api/users/me/', async ({ request }) => {
        const changes = await request.json();
        received = changes;
        return HttpResponse.json(userFixture(changes));
      }),
    );
    const { user } = await open();
    const most = screen.getByLabelText("If you don't come, pay up to $ a guest");
    expect(most).toHaveValue('');
    await user.type(most, '12.5');
    await user.click(save());
    expect(await screen.findByText('Must be whole dollars, 1000 at most')).toBeInTheDocument();
    await user.clear(most);
    await user.type(most, '25');
    await user.click(save());
    expect(await screen.findByText('Your details are saved.')).toBeInTheDocument();
    expect(received).toEqual({ cancel_fee_per_guest_cents: 2500 });
  });

  it('holds the rules of the sign-up', async () => {
    const { user } = await open();
    await user.clear(screen.getByLabelText('First name'));
    await user.clear(screen.getByLabelText('Last name'));
    await user.clear(screen.getByLabelText('Email'));
    await user.clear(screen.getByRole('textbox', { name: 'Phone' }));
    await user.click(save());
    for (const sentence of [
      'First name is required!',
      'Last name is required!',
      'Must be valid email',
      'Phone number must have exactly 10 digits.',
    ]) {
      expect(await screen.findByText(sentence)).toBeInTheDocument();
    }
    await expectFocus(() => screen.getByLabelText('First name'));
  });

  it('shows the server’s refusal beside its field and keeps what was typed', async () => {
    const sentence = 'An account with this email already exists.';
    server.use(
      http.patch('/api/users/me/', () =>
        refusal(409, 'email_taken', sentence, { email: sentence }),
      ),
    );
    const { user } = await open();
    const email = screen.getByLabelText('Email');
    await user.clear(email);
    await enter(user, email, 'taken@example.com');
    await enter(user, screen.getByLabelText('Current password'), 'Table4one!');
    await user.click(save());
    await waitFor(() => {
      expect(email).toHaveAccessibleDescription(new RegExp(sentence));
    });
    expect(email).toHaveValue('taken@example.com');
  });

  it('copies the invitation, or selects it where there is no clipboard', async () => {
    const { user } = await open();
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'Copy referral link' }));
    expect(await screen.findAllByText('Copied')).not.toHaveLength(0);
    expect(write).toHaveBeenCalledWith('https://tablehawk.example/signup?ref=K7M2Q9');
    write.mockRejectedValue(new Error('not allowed'));
    await user.click(screen.getByRole('button', { name: 'Copy referral code' }));
    expect(await screen.findAllByText('Selected. Copy it with your keyboard.')).not.toHaveLength(0);
    const code = screen.getByLabelText<HTMLInputElement>('Referral code');
    expect(code.value.slice(code.selectionStart ?? 0, code.selectionEnd ?? 0)).toBe('K7M2Q9');
  });
});

describe('closing the account', () => {
  async function openDialog() {
    const app = await open();
    await app.user.click(screen.getByRole('button', { name: 'Close account' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Close your account for good?' }),
    );
    const confirm = () => app.user.click(dialog.getByRole('button', { name: 'Close account' }));
    return { ...app, confirm };
  }

  it('asks for the password before it does anything', async () => {
    const { confirm } = await openDialog();
    await confirm();
    expect(await screen.findByText('Enter your password')).toBeInTheDocument();
    expect(readTokens()).not.toBeNull();
  });

  it('shows that the password was wrong, and closes nothing', async () => {
    const sentence = "That isn't your current password.";
    server.use(
      http.delete('/api/users/me/', () =>
        refusal(400, 'bad_form', sentence, { password: sentence }),
      ),
    );
    const { user, confirm } = await openDialog();
    await user.type(screen.getByLabelText('Password'), 'wrong');
    await confirm();
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.getByLabelText('Password')).toBeInvalid();
    expect(readTokens()).not.toBeNull();
  });

  it('does not mark the password as wrong if the account cannot be closed at the moment', async () => {
    const sentence = "We're booking a table for you right now. Try again in a moment.";
    server.use(http.delete('/api/users/me/', () => refusal(409, 'booking', sentence)));
    const { user, confirm } = await openDialog();
    await enter(user, screen.getByLabelText('Password'), 'Table4two!');
    await confirm();
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.getByLabelText('Password')).toBeValid();
    expect(readTokens()).not.toBeNull();
  });

  it('says which cancellation is pending, in a sentence of its own', async () => {
    const sentence = "We're still canceling Petit Quai on Fri, Nov 27 at 7:15 PM. Try again later.";
    server.use(http.delete('/api/users/me/', () => refusal(409, 'canceling', sentence)));
    const { user, confirm } = await openDialog();
    await enter(user, screen.getByLabelText('Password'), 'Table4two!');
    await confirm();
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.getByLabelText('Password')).toBeValid();
  });

  it('lists the tables that stay booked before it is confirmed, with the way to cancel each', async () => {
    server.use(http.get('/api/reservations/kept-tables/', () => HttpResponse.json(KEPT_TABLES)));
    await openDialog();
    const kept = within(await screen.findByRole('region', { name: 'These 3 tables stay booked' }));
    const items = kept.getAllByRole('listitem').map((item) => item.textContent);
    expect(items).toEqual([
      'Petit Quai on Fri, Nov 27 at 7:15 PM, for 2Cancel table',
      'Osteria Lucciola on Sat, Nov 28 at 8:30 PM, for 4Being canceled',
      'the table that Casa Albariño on Sun, Nov 29 at 6:00 PM replacesCancel on OpenTable',
    ]);
    const link = kept.getByRole('link', { name: /^Cancel table: Petit Quai/ });
    expect(link).toHaveAttribute('href', '/reservations?open=4127');
    const outside = kept.getByRole('link', { name: /^Cancel on OpenTable: the table that/ });
    expect(outside).toHaveAttribute('href', 'https://www.opentable.com');
  });

  it('can be confirmed although the booked tables did not load', async () => {
    server.use(http.get('/api/reservations/kept-tables/', () => refusal(404, 'gone', 'No.')));
    const { user, confirm } = await openDialog();
    expect(await screen.findByText("We couldn't load your booked tables.")).toBeInTheDocument();
    await enter(user, screen.getByLabelText('Password'), 'Table4two!');
    await confirm();
    expect(await screen.findByText('Your account is closed.')).toBeInTheDocument();
  });

  it('ends the session here and leads to the login', async () => {
    let received: unknown;
    server.use(
      http.delete('/api/users/me/', async ({ request }) => {
        received = await request.json();
        return HttpResponse.json({ message: 'Your account is closed.' });
      }),
    );
    const { user, router, confirm } = await openDialog();
    await enter(user, screen.getByLabelText('Password'), 'Table4two!');
    await confirm();
    expect(await screen.findByText('Your account is closed.')).toBeInTheDocument();
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/login');
    });
    expect(router.state.location.search).toEqual({});
    expect(received).toEqual({ password: 'Table4two!' });
    expect(readTokens()).toBeNull();
  });
});
