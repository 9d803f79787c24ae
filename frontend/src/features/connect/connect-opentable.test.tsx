import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { User } from '@/api/types';
import { formatFullPhone } from '@/lib/phone';
import { expectFocus } from '@/testing/focus';
import { openTableAccount, user as userFixture } from '@/testing/fixtures';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const CODE_SENT = 'OpenTable sent a code to +1 917-555-0142.';

/** A user whose OpenTable accounts change with the calls; returns the bodies that were sent. */
function serve(accounts: User['ot_accounts'] = []) {
  let now = accounts;
  const calls: Record<string, unknown>[] = [];
  server.use(
    http.get('/api/users/me/', () =>
      HttpResponse.json(userFixture({ resy_accounts: [], ot_accounts: now })),
    ),
    http.post<never, { phone: string }>('/api/opentable/phone_login/', async ({ request }) => {
      const body = await request.json();
      calls.push(body);
      return HttpResponse.json({
        message: `OpenTable sent a code to ${formatFullPhone(body.phone)}.`,
        correlation_id: `correlation-${calls.length}`,
      });
    }),
    http.post<never, Record<string, unknown>>(
      '/api/opentable/verify_phone_2fa/',
      async ({ request }) => {
        calls.push(await request.json());
        now = [openTableAccount];
        return HttpResponse.json({ message: 'Successfully connected', account: now[0] });
      },
    ),
    http.post<never, Record<string, unknown>>('/api/opentable/logout/', async ({ request }) => {
      calls.push(await request.json());
      now = [];
      return HttpResponse.json({ message: 'Successfully disconnected' });
    }),
  );
  return calls;
}

type App = Awaited<ReturnType<typeof renderApp>>;

async function askForCode({ user }: App, phone = '9175550142') {
  await user.type(await screen.findByRole('textbox', { name: 'Phone' }), phone);
  await user.click(screen.getByRole('button', { name: 'Send code' }));
}

/** OpenTable's code form: Resy's form has a Connect button too. */
const form = () => within(screen.getByRole('form', { name: 'Connect OpenTable' }));

describe('connecting OpenTable', () => {
  it('asks for the phone, then for the code, and says that it is connected', async () => {
    const calls = serve();
    const app = await renderApp('/connect-accounts');
    expect(
      await screen.findByText('OpenTable will send a message with a code to this phone.'),
    ).toBeInTheDocument();
    const phone = await screen.findByRole('textbox', { name: 'Phone' });
    expect(phone).toHaveAttribute('placeholder', '000-000-0000');
    expect(screen.getByLabelText('Country code')).toHaveDisplayValue('+1 US');

    await askForCode(app, '(917) 555-0142-99');
    expect(await screen.findByText(CODE_SENT)).toBeInTheDocument();
    const code = await screen.findByLabelText('Code');
    await expectFocus(code);
    await app.user.type(code, '48a2-1');
    await app.user.click(form().getByRole('button', { name: 'Connect' }));

    const sentence = await screen.findByText('Your OpenTable account successfully connected.');
    const notice = sentence.closest<HTMLElement>('[role=status]') ?? document.body;
    await expectFocus(() => within(notice).getByRole('link', { name: 'Find a restaurant' }));
    expect(screen.getByText('+1 917-555-0142')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Continue' })).toBeInTheDocument();
    expect(calls).toEqual([
      { phone: '+19175550142' },
      { code: '4821', correlation_id: 'correlation-1', phone: '+19175550142' },
    ]);
    expect(localStorage.getItem('opentable-code:7')).toBeNull();
  });

  it('forgets the code also if a live event has removed the form', async () => {
    serve();
    let answer: () => void = () => undefined;
    const received = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.post('/api/opentable/verify_phone_2fa/', async () => {
        await received;
        return HttpResponse.json({ message: 'Successfully connected', account: openTableAccount });
      }),
    );
    const app = await renderApp('/connect-accounts');
    await askForCode(app);
    await app.user.type(await screen.findByLabelText('Code'), '4821{Enter}');
    serve([openTableAccount]);
    await app.queryClient.invalidateQueries();
    await waitFor(() => {
      expect(screen.queryByLabelText('Code')).not.toBeInTheDocument();
    });
    answer();
    expect(await screen.findByText('Successfully connected')).toBeInTheDocument();
    expect(localStorage.getItem('opentable-code:7')).toBeNull();
  });

  it('requires ten digits', async () => {
    const calls = serve();
    const app = await renderApp('/connect-accounts');
    await askForCode(app, '91755501');
    expect(
      await screen.findByText('Phone number must have exactly 10 digits.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Phone' })).toBeInvalid();
    expect(calls).toEqual([]);
  });

  it('sends the chosen country code with the phone', async () => {
    const calls = serve();
    const app = await renderApp('/connect-accounts');
    await app.user.selectOptions(await screen.findByLabelText('Country code'), '+33 France');
    await askForCode(app, '6123456789');
    await waitFor(() => {
      expect(calls).toEqual([{ phone: '+336123456789' }]);
    });
  });

  it('shows the server’s message when no code was sent, and keeps the phone', async () => {
    serve();
    server.use(
      http.post('/api/opentable/phone_login/', () =>
        refusal(503, 'platform_unavailable', 'OpenTable does not answer at the moment.'),
      ),
    );
    const app = await renderApp('/connect-accounts');
    await askForCode(app);
    const phone = screen.getByRole('textbox', { name: 'Phone' });
    await waitFor(() => {
      expect(phone).toHaveAccessibleDescription('OpenTable does not answer at the moment.');
    });
    // Beside the field and as a toast.
    await waitFor(() => {
      expect(screen.getAllByText('OpenTable does not answer at the moment.')).toHaveLength(2);
    });
    expect(phone).toHaveValue('917-555-0142');
  });

  it('waits for the code across a reload', async () => {
    serve();
    const before = await renderApp('/connect-accounts');
    await askForCode(before);
    await screen.findByLabelText('Code');
    before.unmount();
    await renderApp('/connect-accounts');
    expect(await screen.findByLabelText('Code')).toBeInTheDocument();
    expect(screen.getByText('Waiting for your code')).toBeInTheDocument();
    expect(screen.getByText('+1 917-555-0142')).toBeInTheDocument();
  });

  it('can be sent to another phone', async () => {
    const calls = serve();
    const app = await renderApp('/connect-accounts');
    await askForCode(app);
    await screen.findByLabelText('Code');
    await app.user.click(screen.getByRole('button', { name: 'Use another phone' }));
    const phone = screen.getByRole('textbox', { name: 'Phone' });
    await expectFocus(phone);
    expect(localStorage.getItem('opentable-code:7')).toBeNull();
    await askForCode(app, '2125550199');
    expect(await screen.findByLabelText('Code')).toBeInTheDocument();
    expect(calls).toEqual([{ phone: '+19175550142' }, { phone: '+12125550199' }]);
  });

  it('sends a pasted code at once', async () => {
    const calls = serve();
    const app = await renderApp('/connect-accounts');
    await askForCode(app);
    await screen.findByLabelText('Code');
    await app.user.paste('Your code is 482 133');
    await screen.findByText('Your OpenTable account successfully connected.');
    expect(calls.at(-1)).toMatchObject({ code: '482133' });
  });

  it('says what is missing when nothing is typed', async () => {
    const calls = serve();
    const app = await renderApp('/connect-accounts');
    await askForCode(app);
    await screen.findByLabelText('Code');
    await app.user.click(form().getByRole('button', { name: 'Connect' }));
    await waitFor(() => {
      expect(screen.getByLabelText('Code')).toHaveAccessibleDescription('Please enter the code');
    });
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['a wrong code', 'wrong_code', 'Wrong code'],
    ['anything else', 'stale_code', 'This code is no longer valid. Ask for a new one.'],
  ])('says "Wrong code" for %s, and Try Again starts over', async (_, code, message) => {
    serve();
    server.use(http.post('/api/opentable/verify_phone_2fa/', () => refusal(400, code, message)));
    const app = await renderApp('/connect-accounts');
    await askForCode(app);
    await app.user.type(await screen.findByLabelText('Code'), '1');
    await app.user.click(form().getByRole('button', { name: 'Connect' }));

    const notice = await screen.findByRole('alert');
    expect(within(notice).getByText('Wrong code')).toBeInTheDocument();
    expect(notice).toHaveTextContent(
      'First log in at OpenTable with this phone number, then try again.',
    );
    expect(await screen.findAllByText(new RegExp(message))).not.toHaveLength(0);
    const again = screen.getByRole('button', { name: 'Try Again' });
    await expectFocus(again);
    await app.user.click(again);
    const phone = await screen.findByRole('textbox', { name: 'Phone' });
    await expectFocus(phone);
    expect(phone).toHaveValue('');
    expect(localStorage.getItem('opentable-code:7')).toBeNull();
  });

  it('sends another code after a minute, and goes on with that one', async () => {
    const calls = serve();
    localStorage.setItem(
      'opentable-code:7',
      JSON.stringify({
        message: CODE_SENT,
        correlation_id: 'correlation-0',
        to: { countryCode: '+1', phone: '9175550142' },
        sentAt: Date.now() - 61_000,
        challenge: null,
      }),
    );
    const { user } = await renderApp('/connect-accounts');
    expect(
      await screen.findByText(
        "If you haven't received a code for more than a minute press the link below.",
      ),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Resend Code' }));
    expect(await screen.findByText(/^Resend Code in/)).toBeInTheDocument();
    await user.type(screen.getByLabelText('Code'), '4821{Enter}');
    await screen.findByText('Your OpenTable account successfully connected.');
    expect(calls).toEqual([
      { phone: '+19175550142' },
      { code: '4821', correlation_id: 'correlation-1', phone: '+19175550142' },
    ]);
  });
});

describe('connected OpenTable accounts', () => {
  const second = { ...openTableAccount, id: 12, ot_username: '+12125550199' };

  it('are listed, and another can be connected', async () => {
    serve([openTableAccount, second]);
    const { user } = await renderApp('/connect-accounts');
    expect(await screen.findByText('+1 212-555-0199')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Connect another OpenTable account' }));
    expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveValue('');
  });

  it('are disconnected one by one, after asking', async () => {
    const calls = serve([openTableAccount, second]);
    const { user } = await renderApp('/connect-accounts');
    await user.click(await screen.findByRole('button', { name: 'Disconnect +1 212-555-0199' }));
    const dialog = await screen.findByRole('dialog', {
      name: 'Disconnect this OpenTable account?',
    });
    await user.click(within(dialog).getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByText('Successfully disconnected')).toBeInTheDocument();
    expect(calls).toEqual([{ accountId: 12 }]);
  });

  it('ask for a new code when the sign-in has expired, with the phone filled in', async () => {
    serve([{ ...openTableAccount, ot_username: '+336123456789', status: 'needs_reconnect' }]);
    await renderApp('/connect-accounts');
    expect(await screen.findByText('Needs reconnect')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveValue('612-345-6789');
    expect(screen.getByLabelText('Country code')).toHaveDisplayValue('+33 France');
  });

  it('say before a phone is given that OpenTable may block us (row O7)', async () => {
    serve([]);
    await renderApp('/connect-accounts');
    expect(
      await screen.findByText(/^OpenTable sometimes blocks services like ours\./),
    ).toBeVisible();
  });
});
