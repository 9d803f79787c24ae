import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, test } from 'vitest';
import type { User } from '@/api/types';
import { formatFullPhone } from '@/lib/phone';
import { expectFocus } from '@/testing/focus';
import { user as userFixture } from '@/testing/fixtures';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { answerOf } from './schema';

const CHALLENGE = {
  correlation_id: 'challenge-1',
  properties: [{ name: 'em_address', label: 'Email address' }],
};
type Body = Record<string, unknown>;

/** A user whose Resy accounts change with the calls; returns the bodies that were sent. */
function serve({ asks = false, accounts = [] as User['resy_accounts'] } = {}) {
  let now = accounts;
  const calls: Body[] = [];
  const connect = () => {
    now = userFixture().resy_accounts;
    return { message: 'Successfully connected', account: now[0] };
  };
  server.use(
    http.get('/api/users/me/', () =>
      HttpResponse.json(userFixture({ resy_accounts: now, ot_accounts: [] })),
    ),
    http.post<never, Body>('/api/platforms/resy/send_code/', async ({ request }) => {
      const body = await request.json();
      calls.push(body);
      return HttpResponse.json({
        message: `Resy sent a code to ${formatFullPhone(String(body.phone ?? body.email))}.`,
        correlation_id: `correlation-${calls.length}`,
      });
    }),
    http.post<never, Body>('/api/platforms/resy/confirm_code/', async ({ request }) => {
      calls.push(await request.json());
      return HttpResponse.json(
        asks
          ? { message: 'Resy accepted the code.', account: null, challenge: CHALLENGE }
          : { ...connect(), challenge: null },
      );
    }),
    http.post<never, Body>('/api/platforms/resy/answer_challenge/', async ({ request }) => {
      calls.push(await request.json());
      return HttpResponse.json(connect());
    }),
  );
  return calls;
}

function refuse(call: string, status: number, code: string, message: string, field?: string) {
  const path = call === 'login' ? '/api/resy/login/' : `/api/platforms/resy/${call}/`;
  server.use(
    http.post(path, () =>
      refusal(status, code, message, field === undefined ? undefined : { [field]: message }),
    ),
  );
}

const card = () => within(screen.getByRole('region', { name: 'Resy' }));
type App = Awaited<ReturnType<typeof renderApp>>;

async function useCode(): Promise<App> {
  const app = await renderApp('/connect-accounts');
  await app.user.click(await screen.findByRole('button', { name: 'Sign in with a code' }));
  await expectFocus(() => card().getByRole('textbox', { name: 'Phone' }));
  return app;
}

async function askForCode({ user }: App) {
  await user.type(card().getByRole('textbox', { name: 'Phone' }), '9175550142');
  await user.click(card().getByRole('button', { name: 'Send code' }));
  await expectFocus(await card().findByLabelText('Code'));
}

async function enterCode({ user }: App, code = '4821') {
  await user.type(await card().findByLabelText('Code'), `${code}{Enter}`);
}

describe('connecting Resy with a code', () => {
  it('needs a phone and a code', async () => {
    const calls = serve();
    const app = await useCode();
    await askForCode(app);
    expect(await screen.findByText('Resy sent a code to +1 917-555-0142.')).toBeInTheDocument();
    expect(card().getByText(/We asked Resy to text a code to/)).toHaveTextContent(
      '+1 917-555-0142.',
    );
    await enterCode(app);
    expect(
      await screen.findByText('Your Resy account successfully connected.'),
    ).toBeInTheDocument();
    expect(calls).toEqual([
      { phone: '+19175550142' },
      { code: '4821', correlation_id: 'correlation-1' },
    ]);
    expect(localStorage.getItem('resy-code:7')).toBeNull();
  });

  it('can get the code by email', async () => {
    const calls = serve();
    const app = await useCode();
    await app.user.click(card().getByRole('button', { name: 'Send the code by email' }));
    const email = await card().findByLabelText('Resy email');
    await expectFocus(email);
    await app.user.type(email, 'maya@');
    await app.user.click(card().getByRole('button', { name: 'Send code' }));
    expect(await card().findByText('Must be valid email')).toBeInTheDocument();
    await app.user.type(email, 'example.com{Enter}');
    expect(await card().findByText(/We asked Resy to email a code to/)).toHaveTextContent(
      'maya@example.com.',
    );
    expect(calls).toEqual([{ email: 'maya@example.com' }]);
  });

  it('answers what Resy asks for after the code, also after a reload', async () => {
    const calls = serve({ asks: true });
    const before = await useCode();
    await askForCode(before);
    await enterCode(before);
    await card().findByText('Resy accepted the code and asks for one more thing.');
    expect(card().getByText('One more step')).toBeInTheDocument();
    before.unmount();
    const app = await renderApp('/connect-accounts');
    const email = await card().findByLabelText('Resy email');
    await app.user.click(card().getByRole('button', { name: 'Connect' }));
    await waitFor(() => {
      expect(email).toHaveAccessibleDescription('Please answer this');
    });
    await app.user.type(email, 'maya@example.com{Enter}');
    await screen.findByText('Your Resy account successfully connected.');
    expect(calls.at(-1)).toEqual({
      correlation_id: 'challenge-1',
      answers: { em_address: 'maya@example.com' },
    });
  });

  it('shows the tries left after a wrong code, and empties the field', async () => {
    serve();
    refuse('confirm_code', 400, 'wrong_code', 'This code is wrong. You have 4 tries left.', 'code');
    const app = await useCode();
    await askForCode(app);
    await enterCode(app);
    await card().findByText('This code is wrong. You have 4 tries left.');
    const code = card().getByLabelText('Code');
    await expectFocus(code);
    expect(code).toHaveValue('');
    expect(code).toHaveAccessibleDescription('This code is wrong. You have 4 tries left.');
    expect(card().queryByRole('button', { name: 'Resend Code' })).not.toBeInTheDocument();
    await app.user.type(code, '1');
    expect(code).toHaveAccessibleDescription('');
  });

  it.each([
    ['code_expired', 'This code has expired. Ask for a new one.'],
    ['code_exhausted', 'This code was entered wrong too often. Ask for a new one.'],
  ])('offers another code at once after %s', async (code, message) => {
    const calls = serve();
    refuse('confirm_code', 400, code, message, 'code');
    const app = await useCode();
    await askForCode(app);
    await enterCode(app);
    await card().findByText(message);
    await app.user.click(card().getByRole('button', { name: 'Resend Code' }));
    expect(await card().findByText(/^Resend Code in/)).toBeInTheDocument();
    expect(card().queryByText(message)).not.toBeInTheDocument();
    expect(calls).toEqual([{ phone: '+19175550142' }, { phone: '+19175550142' }]);
  });

  it('keeps the challenge after a wrong answer, and starts over when it is over', async () => {
    serve({ asks: true });
    const wrong = "This doesn't match your Resy account. You have 4 tries left.";
    refuse('answer_challenge', 400, 'wrong_answer', wrong, 'em_address');
    const app = await useCode();
    await askForCode(app);
    await enterCode(app);
    const email = await card().findByLabelText('Resy email');
    await app.user.type(email, 'other@example.com{Enter}');
    await waitFor(() => {
      expect(email).toHaveAccessibleDescription(wrong);
    });
    refuse('answer_challenge', 400, 'code_expired', 'This sign-in has expired.', 'em_address');
    await app.user.click(card().getByRole('button', { name: 'Connect' }));
    const phone = await card().findByRole('textbox', { name: 'Phone' });
    await expectFocus(phone);
    expect(phone).toHaveAccessibleDescription('This sign-in has expired.');
  });

  it('says what to do when Resy demands a captcha', async () => {
    serve();
    refuse('send_code', 409, 'captcha_required', 'Sign in at Resy once, then come back.');
    const app = await useCode();
    await app.user.type(card().getByRole('textbox', { name: 'Phone' }), '9175550142{Enter}');
    expect(await card().findByRole('alert')).toHaveTextContent(
      'Sign in at Resy once, then come back.',
    );
    expect(card().getByRole('link', { name: 'Open Resy' })).toHaveAttribute(
      'href',
      'https://resy.com',
    );
    expect(card().getByRole('textbox', { name: 'Phone' })).toBeValid();
  });

  it('shows at the field why no code was sent', async () => {
    serve();
    refuse('send_code', 400, 'address_refused', "Resy didn't accept this phone number.", 'phone');
    const app = await useCode();
    const phone = card().getByRole('textbox', { name: 'Phone' });
    await app.user.type(phone, '9175550142{Enter}');
    await waitFor(() => {
      expect(phone).toHaveAccessibleDescription("Resy didn't accept this phone number.");
    });
  });

  it('leads back to the password and to another phone', async () => {
    serve();
    const app = await useCode();
    await askForCode(app);
    expect(card().getByText('Waiting for your code')).toBeInTheDocument();
    await app.user.click(card().getByRole('button', { name: 'Use another phone or email' }));
    await expectFocus(await card().findByRole('textbox', { name: 'Phone' }));
    await app.user.click(card().getByRole('button', { name: 'Sign in with a password' }));
    await expectFocus(await card().findByLabelText('Resy email'));
  });

  it('is offered after a refused password', async () => {
    serve();
    refuse('login', 400, 'resy_refused', 'Unable to connect Resy account');
    const { user } = await renderApp('/connect-accounts');
    await user.type(await card().findByLabelText('Resy email'), 'maya@example.com');
    await user.type(card().getByLabelText('Resy password'), 'wrong{Enter}');
    expect(await card().findByRole('alert')).toHaveTextContent(
      'If your Resy account has no password, sign in with a code.',
    );
    await user.click(card().getByRole('button', { name: 'Sign in with a code' }));
    await expectFocus(await card().findByRole('textbox', { name: 'Phone' }));
  });

  it('is the way to renew an account that was connected with a code', async () => {
    const accounts = userFixture().resy_accounts.map((account) => ({
      ...account,
      resy_username: '+12125550123',
      status: 'needs_reconnect' as const,
    }));
    serve({ accounts });
    await renderApp('/connect-accounts');
    expect(await card().findByRole('textbox', { name: 'Phone' })).toHaveValue('212-555-0123');
  });
});

test.each([
  ['mobile_number', '(917) 555-0142', '+19175550142'],
  ['mobile_number', '+33 612 345 678', '+33612345678'],
  ['mobile_number', '00 44 20 7946 0958', '+442079460958'],
  ['mobile_number', '011 44 20 7946 0958', '+442079460958'],
  ['mobile_number', '+44 (0)20 7946 0958', '+442079460958'],
  ['mobile_number', '1 212 555 0123', '+12125550123'],
  ['mobile_number', '000 000 0000', '+10000000000'],
  ['mobile_number', ' ', ''],
  ['em_address', ' maya@example.com ', 'maya@example.com'],
])('the answer for %s %s is %s', async (name, typed, answer) => {
  expect(await answerOf(name, typed)).toBe(answer);
});
