import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { enter } from '@/testing/enter';
import { expectFocus } from '@/testing/focus';
import { refusal } from '@/testing/handlers';
import { SESSIONS } from '@/testing/profile';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

describe('a new password', () => {
  async function change(current = 'Table4one!') {
    const app = await renderApp('/profile?tab=password');
    if (current !== '')
      await enter(app.user, await screen.findByLabelText('Current password'), current);
    await enter(app.user, screen.getByLabelText('New password'), 'Table4two!');
    await enter(app.user, screen.getByLabelText('Repeat new password'), 'Table4two!');
    await app.user.click(screen.getByRole('button', { name: 'Change password' }));
    return app;
  }

  it('is set with the old one, and the form is cleared', async () => {
    let received: unknown;
    server.use(
      http.post('/api/users/change_password/', async ({ request }) => {
        received = await request.json();
        return HttpResponse.json({ message: 'Password changed successfully' });
      }),
    );
    await change();
    expect(await screen.findByText('Password changed successfully')).toBeInTheDocument();
    expect(received).toEqual({ old_password: 'Table4one!', new_password: 'Table4two!' });
    expect(screen.getByLabelText('Current password')).toHaveValue('');
    expect(screen.getByLabelText('New password')).toHaveValue('');
  });

  it('shows a repeated password that differs beside the other errors', async () => {
    const app = await renderApp('/profile?tab=password');
    await app.user.type(await screen.findByLabelText('New password'), 'table');
    await enter(app.user, screen.getByLabelText('Repeat new password'), 'Table4two!');
    await app.user.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText("Passwords don't match")).toBeInTheDocument();
    expect(screen.getByText('Enter your current password')).toBeInTheDocument();
    expect(screen.getByLabelText('New password')).toBeInvalid();
  });

  it('requires the old one', async () => {
    await change('');
    expect(await screen.findByText('Enter your current password')).toBeInTheDocument();
  });

  it('shows a refusal beside its field', async () => {
    const sentence = "That isn't your current password.";
    server.use(
      http.post('/api/users/change_password/', () =>
        refusal(400, 'bad_form', 'Please correct the form.', { old_password: sentence }),
      ),
    );
    await change();
    await waitFor(() => {
      expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(sentence);
    });
    await expectFocus(() => screen.getByLabelText('Current password'));
  });
});

describe('devices', () => {
  /** A list that loses the devices that are signed out. */
  function serve() {
    let sessions = SESSIONS;
    server.use(
      http.get('/api/users/sessions/', () => HttpResponse.json(sessions)),
      http.delete('/api/users/sessions/:id/', ({ params }) => {
        sessions = sessions.filter(({ id }) => id !== params.id);
        return HttpResponse.json({ message: 'We signed out that device.' });
      }),
      http.post('/api/users/sessions/revoke-others/', () => {
        sessions = sessions.filter(({ current }) => current);
        return HttpResponse.json({ message: 'We signed out 1 other device.' });
      }),
    );
  }
  const devices = () => screen.findByRole('region', { name: "Where you're logged in" });

  it.each([
    ['one by one', 'Sign out Safari on iPhone', 'We signed out that device.'],
    ['all at once', 'Sign out all others', 'We signed out 1 other device.'],
  ])('are signed out %s, but not this one', async (_, button, sentence) => {
    serve();
    const { user } = await renderApp('/profile?tab=password');
    const list = within(await devices());
    expect(await list.findByText('This device')).toBeInTheDocument();
    expect(list.queryByRole('button', { name: 'Sign out Chrome on Mac' })).not.toBeInTheDocument();
    await user.click(list.getByRole('button', { name: button }));
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    await waitFor(() => {
      expect(list.queryByText('Safari on iPhone')).not.toBeInTheDocument();
    });
    expect(list.getByText('Chrome on Mac')).toBeInTheDocument();
    expect(list.queryByRole('button')).not.toBeInTheDocument();
  });

  it('stay in the list when signing out fails, with the server’s message', async () => {
    server.use(
      http.delete('/api/users/sessions/:id/', () => refusal(429, 'throttled', 'Wait a minute.')),
    );
    const { user } = await renderApp('/profile?tab=password');
    const list = within(await devices());
    await user.click(await list.findByRole('button', { name: 'Sign out Safari on iPhone' }));
    expect(await screen.findByText('Wait a minute.')).toBeInTheDocument();
    expect(list.getByText('Safari on iPhone')).toBeInTheDocument();
  });

  it('can be loaded again after a failure', async () => {
    server.use(http.get('/api/users/sessions/', () => refusal(403, 'away', 'No.')));
    const { user } = await renderApp('/profile?tab=password');
    const list = within(await devices());
    const again = await list.findByRole('button', { name: 'Try Again' });
    server.use(http.get('/api/users/sessions/', () => HttpResponse.json(SESSIONS)));
    await user.click(again);
    expect(await list.findByText('Chrome on Mac')).toBeInTheDocument();
  });
});

describe('notifications', () => {
  const NOTIFICATIONS = '/api/users/notifications/';

  it('are switched at once, one channel at a time', async () => {
    let received: unknown;
    server.use(
      http.patch(NOTIFICATIONS, async ({ request }) => {
        received = await request.json();
        return HttpResponse.json({ email_notifications: true, phone_notifications: true });
      }),
    );
    const { user } = await renderApp('/profile?tab=notifications');
    const phone = await screen.findByRole('switch', { name: 'Phone' });
    expect(screen.getByRole('switch', { name: 'Email' })).toBeChecked();
    await user.click(phone);
    expect(phone).toBeChecked();
    await waitFor(() => {
      expect(received).toEqual({ phone_notifications: true });
    });
  });

  it('are undone when the server refuses, and say why', async () => {
    server.use(http.patch(NOTIFICATIONS, () => refusal(503, 'away', 'Not just now.')));
    const { user } = await renderApp('/profile?tab=notifications');
    const email = await screen.findByRole('switch', { name: 'Email' });
    await user.click(email);
    expect(await screen.findByText('Not just now.')).toBeInTheDocument();
    await waitFor(() => {
      expect(email).toBeChecked();
    });
  });
});
