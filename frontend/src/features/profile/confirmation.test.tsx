/** A new email or phone needs the password and counts after its confirmation. */
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { User } from '@/api/types';
import { enter } from '@/testing/enter';
import { expectFocus } from '@/testing/focus';
import { user as userFixture } from '@/testing/fixtures';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const save = () => screen.getByRole('button', { name: 'Save changes' });
const me = (fields: Partial<User>) => {
  server.use(http.get('/api/users/me/', () => HttpResponse.json(userFixture(fields))));
};

/** The body of the next PATCH, and the server's answer to it. */
function takeChanges() {
  const taken: unknown[] = [];
  server.use(
    http.patch('/api/users/me/', async ({ request }) => {
      taken.push(await request.json());
      return HttpResponse.json(userFixture({ pending_email: 'maya@okafor.example' }));
    }),
  );
  return taken;
}

async function openPersonal() {
  const app = await renderApp('/profile?tab=personal');
  await screen.findByRole('button', { name: 'Save changes' });
  return app;
}

async function typeEmail(address: string) {
  const app = await openPersonal();
  const email = screen.getByLabelText('Email');
  await app.user.clear(email);
  await enter(app.user, email, address);
  return app;
}

describe('a new email', () => {
  it('asks for the current password, and is not sent without it', async () => {
    const taken = takeChanges();
    const { user } = await typeEmail('maya@okafor.example');
    await user.click(save());
    expect(await screen.findByText('Enter your current password')).toBeInTheDocument();
    await expectFocus(() => screen.getByLabelText('Current password'));
    expect(taken).toEqual([]);
  });

  it('is pending after it was saved: the address stays until the link is opened', async () => {
    const taken = takeChanges();
    const { user } = await typeEmail('maya@okafor.example');
    expect(
      screen.getByText(/^We'll send a link to the new address\. Your address stays maya\.okafor@/),
    ).toBeInTheDocument();
    await enter(user, screen.getByLabelText('Current password'), 'Table4one!');
    await user.click(save());
    expect(await screen.findByText('We sent a link to maya@okafor.example')).toBeInTheDocument();
    expect(
      screen.getByText('Your address stays maya.okafor@example.com until you open it.'),
    ).toBeInTheDocument();
    expect(taken).toEqual([{ email: 'maya@okafor.example', current_password: 'Table4one!' }]);
    expect(screen.getByLabelText('Email')).toHaveValue('maya.okafor@example.com');
    expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument();
  });

  it('with a wrong password says so beside the password and keeps what was typed', async () => {
    const sentence = "That isn't your current password.";
    server.use(
      http.patch('/api/users/me/', () =>
        refusal(400, 'bad_form', 'Please correct the form.', { current_password: sentence }),
      ),
    );
    const { user } = await typeEmail('maya@okafor.example');
    await enter(user, screen.getByLabelText('Current password'), 'wrong');
    await user.click(save());
    await waitFor(() => {
      expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(
        new RegExp(sentence),
      );
    });
    expect(screen.getByLabelText('Email')).toHaveValue('maya@okafor.example');
  });

  it('can have its link sent again, and within the hour the server says why not', async () => {
    me({ pending_email: 'maya@okafor.example' });
    const { user } = await openPersonal();
    const sentence = 'We sent a link to this address within the last hour.';
    server.use(
      http.post('/api/users/email/resend/', () => refusal(429, 'link_sent_already', sentence)),
    );
    await user.click(screen.getByRole('button', { name: 'Resend the link' }));
    expect(await screen.findByText(new RegExp(sentence))).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Resend the link' })).not.toBeInTheDocument();
  });
});

it('a new phone asks for the current password too', async () => {
  const taken = takeChanges();
  const { user } = await openPersonal();
  const phone = screen.getByRole('textbox', { name: 'Phone' });
  expect(phone).toHaveValue('917-555-0142');
  await user.clear(phone);
  await enter(user, phone, '9175550199');
  await enter(user, screen.getByLabelText('Current password'), 'Table4one!');
  await user.click(save());
  expect(await screen.findByText('Your details are saved.')).toBeInTheDocument();
  expect(taken).toEqual([{ phone: '+19175550199', current_password: 'Table4one!' }]);
});

describe('an unconfirmed address', () => {
  const banner = /^We sent a link to maya\.okafor@example\.com\. Open it to confirm/;

  it('has one line on every page, which sends another link', async () => {
    me({ email_confirmed: false });
    const { user } = await renderApp('/reservations');
    expect(screen.getAllByText(banner)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Resend the link' }));
    expect(
      await screen.findByText(/^We sent a link to maya\.okafor@example\.com\. Until you do/),
    ).toBeInTheDocument();
  });

  it('keeps its switch, which says that it waits, and has the button there only', async () => {
    me({ email_confirmed: false });
    const { user } = await renderApp('/profile?tab=notifications');
    const email = await screen.findByRole('switch', { name: 'Email' });
    expect(email).toHaveAccessibleDescription(
      /^This waits for your confirmation\. Open the link that we sent to maya\.okafor@example\.com/,
    );
    expect(screen.queryByText(banner)).not.toBeInTheDocument();
    await user.click(email);
    expect(email).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Resend the link' }));
    expect(
      await screen.findByText('We sent a link to maya.okafor@example.com.'),
    ).toBeInTheDocument();
  });

  it('keeps its button when the server was not reached', async () => {
    me({ email_confirmed: false });
    const { user } = await openPersonal();
    server.use(http.post('/api/users/email/resend/', () => HttpResponse.error()));
    await user.click(screen.getByRole('button', { name: 'Resend the link' }));
    expect(await screen.findByText(/^We can't reach Tablehawk/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Resend the link' })).toBeInTheDocument();
  });

  it('has none after the confirmation', async () => {
    await openPersonal();
    expect(screen.queryByText(banner)).not.toBeInTheDocument();
  });
});

describe('an unconfirmed phone', () => {
  const CONFIRM = '/api/users/phone/confirm/';

  async function sendCode() {
    me({ phone_confirmed: false });
    const app = await renderApp('/profile?tab=notifications');
    await app.user.click(await screen.findByRole('button', { name: 'Send a code' }));
    await screen.findByText('We sent a code to +1 917-555-0142.');
    return app;
  }

  it('gets no text messages, and the page says why', async () => {
    me({ phone_confirmed: false });
    server.use(
      http.get('/api/users/notifications/', () =>
        HttpResponse.json({ email_notifications: true, phone_notifications: true }),
      ),
    );
    await renderApp('/profile?tab=notifications');
    const phone = await screen.findByRole('switch', { name: 'Phone' });
    expect(phone).toBeDisabled();
    expect(phone).not.toBeChecked();
    expect(phone).toHaveAccessibleDescription(/\+1 917-555-0142 isn't confirmed yet/);
  });

  it('is confirmed with the code, and then can be switched on', async () => {
    let received: unknown;
    const { user } = await sendCode();
    server.use(
      http.post(CONFIRM, async ({ request }) => {
        received = await request.json();
        me({});
        return HttpResponse.json({ message: 'Your phone number is confirmed.' });
      }),
    );
    await expectFocus(() => screen.getByLabelText('Code'));
    await user.type(screen.getByLabelText('Code'), '482 913');
    await user.click(screen.getByRole('button', { name: 'Confirm phone' }));
    expect(await screen.findByText('Your phone number is confirmed.')).toBeInTheDocument();
    expect(received).toEqual({ code: '482913' });
    await waitFor(() => {
      expect(screen.getByRole('switch', { name: 'Phone' })).toBeEnabled();
    });
    expect(screen.queryByLabelText('Code')).not.toBeInTheDocument();
  });

  it.each([
    "That isn't the code we sent. Check it and try again.",
    'This code has expired. Ask for a new one.',
    'Too many wrong codes. Ask for a new one.',
  ])('stays unconfirmed beside the server’s sentence: %s', async (sentence) => {
    const { user } = await sendCode();
    server.use(http.post(CONFIRM, () => refusal(400, 'refused', sentence, { code: sentence })));
    await user.type(screen.getByLabelText('Code'), '000000');
    await user.click(screen.getByRole('button', { name: 'Confirm phone' }));
    await waitFor(() => {
      expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(sentence);
    });
    await user.click(screen.getByRole('button', { name: 'Send another code' }));
    expect(screen.getByLabelText('Code')).toHaveValue('');
    expect(screen.getByLabelText('Code')).not.toHaveAccessibleDescription(sentence);
  });

  it('says when no further code can be sent', async () => {
    const sentence = 'Too many tries. Please wait an hour.';
    server.use(http.post('/api/users/phone/send_code/', () => refusal(429, 'throttled', sentence)));
    me({ phone_confirmed: false });
    const { user } = await renderApp('/profile?tab=notifications');
    await user.click(await screen.findByRole('button', { name: 'Send a code' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(screen.queryByLabelText('Code')).not.toBeInTheDocument();
  });
});
