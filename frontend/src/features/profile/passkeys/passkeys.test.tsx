import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Passkey } from '@/entities/passkey/passkeys';
import { expectFocus } from '@/testing/focus';
import { refusal } from '@/testing/handlers';
import { ANSWER, usePasskeys, withoutPasskeys } from '@/testing/passkeys';
import { aChallenge, PASSKEYS } from '@/testing/profile';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const API = '/api/passkeys/';
const PHONE: Passkey = { id: 4, name: 'My phone', last_used_at: null };

/** A list to which passkeys are added, and from which they are removed. */
function serve(first: readonly Passkey[] = []) {
  let passkeys = first;
  const received: unknown[] = [];
  server.use(
    http.get(API, () => HttpResponse.json(passkeys)),
    http.post(`${API}challenge/`, async ({ request }) => {
      received.push(await request.json());
      return HttpResponse.json(aChallenge({ credential_ids: ['CQ'] }));
    }),
    http.post<never, { name: string }>(API, async ({ request }) => {
      const form = await request.json();
      received.push(form);
      const made = { id: 9, name: form.name, last_used_at: null };
      passkeys = [made, ...passkeys];
      return HttpResponse.json(made, { status: 201 });
    }),
    http.delete(`${API}:id/`, async ({ params, request }) => {
      received.push(await request.json());
      passkeys = passkeys.filter(({ id }) => String(id) !== params.id);
      return HttpResponse.json({ message: 'That passkey is removed.' });
    }),
  );
  return received;
}

async function open() {
  const { user } = await renderApp('/profile?tab=password');
  return { user, list: within(await screen.findByRole('region', { name: 'Passkeys' })) };
}

async function openForm() {
  const { user, list } = await open();
  await user.click(await list.findByRole('button', { name: 'Add passkey' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a passkey' }));
  await expectFocus(dialog.getByLabelText('Name'));
  return { user, list, dialog };
}

async function fill({ user, dialog }: Awaited<ReturnType<typeof openForm>>) {
  await user.type(dialog.getByLabelText('Name'), ' My phone ');
  await user.type(dialog.getByLabelText('Your password'), 'Table4two!');
  await user.click(dialog.getByRole('button', { name: 'Add passkey' }));
}

describe('Passkeys', () => {
  it('say when each was used', async () => {
    usePasskeys();
    serve(PASSKEYS);
    const { list } = await open();
    expect(await list.findByText('My phone')).toBeInTheDocument();
    expect(list.getByText(/^Last used /)).toBeInTheDocument();
    expect(list.getByText('Never used')).toBeInTheDocument();
  });

  it('can be loaded again after a failure', async () => {
    server.use(http.get(API, () => refusal(403, 'away', 'No.')));
    const { user, list } = await open();
    const again = await list.findByRole('button', { name: 'Try Again' });
    serve([PHONE]);
    await user.click(again);
    expect(await list.findByText('My phone')).toBeInTheDocument();
  });

  it('are added with a name, the password and the device', async () => {
    const asked = usePasskeys();
    const received = serve();
    const form = await openForm();
    expect(form.list.getByText('You have no passkeys.')).toBeInTheDocument();
    await fill(form);
    expect(await screen.findByText('Your passkey is added.')).toBeInTheDocument();
    expect(await form.list.findByText('My phone')).toBeInTheDocument();
    expect(received).toEqual([
      { password: 'Table4two!' },
      { name: 'My phone', credential: ANSWER },
    ]);
    expect(asked.create).toHaveLength(1);
    expect(asked.create[0]?.publicKey).toMatchObject({
      rp: { id: 'localhost', name: 'Tablehawk' },
      challenge: 'AQID',
      excludeCredentials: [{ id: 'CQ', type: 'public-key' }],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    });
    await expectFocus(() => form.list.getByRole('button', { name: 'Add passkey' }));
  });

  it('name what is missing, and focus the first', async () => {
    usePasskeys();
    const received = serve();
    const { user, dialog } = await openForm();
    await user.click(dialog.getByRole('button', { name: 'Add passkey' }));
    expect(await dialog.findByText('Enter a name')).toBeInTheDocument();
    expect(dialog.getByText('Enter your password')).toBeInTheDocument();
    await expectFocus(() => dialog.getByLabelText('Name'));
    expect(received).toEqual([]);
  });

  it('show a wrong password at its field, before the device is asked', async () => {
    const asked = usePasskeys();
    serve();
    server.use(
      http.post(`${API}challenge/`, () =>
        refusal(400, 'bad_form', 'Wrong.', { password: 'Wrong.' }),
      ),
    );
    const form = await openForm();
    await fill(form);
    expect(await form.dialog.findByText('Wrong.')).toBeInTheDocument();
    await expectFocus(() => form.dialog.getByLabelText('Your password'));
    expect(asked.create).toEqual([]);
  });

  it.each([
    ['NotAllowedError', "Your device didn't confirm it, so nothing was changed. Try again."],
    ['InvalidStateError', 'This device already has a passkey for your account.'],
    [
      'NotSupportedError',
      "This device can't check your fingerprint, face or PIN. Try another one.",
    ],
    ['SecurityError', /^Passkeys don't work at .* Open this page at localhost instead\.$/],
  ])('are not added if the device refuses with %s', async (name, sentence) => {
    usePasskeys(name);
    const received = serve();
    const form = await openForm();
    await fill(form);
    expect(await form.dialog.findByText(sentence)).toBeInTheDocument();
    expect(received).toEqual([{ password: 'Table4two!' }]);
  });

  it('are removed with the password', async () => {
    usePasskeys();
    const received = serve(PASSKEYS);
    const { user, list } = await open();
    await user.click(await list.findByRole('button', { name: 'Remove My phone' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove My phone?' }));
    expect(
      dialog.getByText("You can't approve anything with this passkey anymore."),
    ).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Your password'), 'Table4two!');
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('That passkey is removed.')).toBeInTheDocument();
    expect(list.queryByText('My phone')).not.toBeInTheDocument();
    expect(received).toEqual([{ password: 'Table4two!' }]);
    // The button that opened the dialog is gone.
    await expectFocus(() => screen.getByRole('heading', { name: 'Profile' }));
  });

  it('say what the removal of the only one means, and stay with a wrong password', async () => {
    usePasskeys();
    serve([PHONE]);
    server.use(
      http.delete(`${API}:id/`, () => refusal(400, 'bad_form', 'Wrong.', { password: 'Wrong.' })),
    );
    const { user, list } = await open();
    await user.click(await list.findByRole('button', { name: 'Remove My phone' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^It's your only passkey\./)).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Your password'), 'wrong');
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await dialog.findByText('Wrong.')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Keep it' }));
    expect(list.getByText('My phone')).toBeInTheDocument();
    await expectFocus(() => list.getByRole('button', { name: 'Remove My phone' }));
  });

  it('are at most ten', async () => {
    usePasskeys();
    serve(Array.from({ length: 10 }, (_, id) => ({ ...PHONE, id, name: `Key ${id}` })));
    const { list } = await open();
    expect(await list.findByText(/^You have 10 passkeys/)).toBeInTheDocument();
    expect(list.queryByRole('button', { name: 'Add passkey' })).not.toBeInTheDocument();
  });

  it('are explained to a browser that has none', async () => {
    withoutPasskeys();
    serve([PHONE]);
    const { list } = await open();
    expect(await list.findByText("This browser can't use passkeys.")).toBeInTheDocument();
    expect(list.getByRole('button', { name: 'Remove My phone' })).toBeEnabled();
  });
});
