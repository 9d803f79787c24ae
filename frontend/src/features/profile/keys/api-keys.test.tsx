import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { user as userData } from '@/testing/fixtures';
import { expectFocus } from '@/testing/focus';
import { refusal } from '@/testing/handlers';
import { API_KEYS, KEY_TEXT as TEXT } from '@/testing/profile';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import type { KeyForm } from './calls';

const API = '/api/keys/';
const section = async () => within(await screen.findByRole('region', { name: 'API keys' }));

/** A list to which created keys are added, and from which revoked ones are removed. */
function serve() {
  let keys = API_KEYS;
  const received: KeyForm[] = [];
  server.use(
    http.get(API, () => HttpResponse.json(keys)),
    http.post<never, KeyForm>(API, async ({ request }) => {
      const form = await request.json();
      received.push(form);
      const made = {
        id: 4,
        name: form.name,
        scopes: form.scopes,
        created_at: '2026-11-20T12:00:00.000Z',
        expires_at: '2027-02-18T12:00:00.000Z',
        last_used_at: null,
      };
      keys = [made, ...keys];
      return HttpResponse.json({ ...made, key: TEXT }, { status: 201 });
    }),
    http.delete(`${API}:id/`, ({ params }) => {
      keys = keys.filter(({ id }) => String(id) !== params.id);
      return HttpResponse.json({ message: 'That key no longer works.' });
    }),
  );
  return received;
}

async function open() {
  const { user } = await renderApp('/profile?tab=password');
  return { user, list: await section() };
}

async function openForm() {
  const { user, list } = await open();
  await user.click(await list.findByRole('button', { name: 'Create API key' }));
  const dialog = within(await screen.findByRole('dialog'));
  await expectFocus(dialog.getByLabelText('Name'));
  return { user, list, dialog };
}

describe('API keys', () => {
  it('say what they may do, when they were used and when they end', async () => {
    const { list } = await open();
    expect(await list.findByText('Kitchen display')).toBeInTheDocument();
    expect(list.getByRole('link', { name: 'Reference for programmers' })).toHaveAttribute(
      'href',
      '/developers',
    );
    expect(
      list.getByText('See your requests, their timelines and your booked tables.'),
    ).toBeInTheDocument();
    expect(list.getByText(/^Last used .* · Ends February 16, 2027$/)).toBeInTheDocument();
  });

  it('are none at first', async () => {
    server.use(http.get(API, () => HttpResponse.json([])));
    const { list } = await open();
    expect(await list.findByText('You have no API keys.')).toBeInTheDocument();
  });

  it('can be loaded again after a failure', async () => {
    server.use(http.get(API, () => refusal(403, 'away', 'No.')));
    const { user, list } = await open();
    const again = await list.findByRole('button', { name: 'Try Again' });
    serve();
    await user.click(again);
    expect(await list.findByText('Kitchen display')).toBeInTheDocument();
  });

  it('are created with a name, scopes, an end and the password, and shown once', async () => {
    const received = serve();
    const { user, list, dialog } = await openForm();
    await user.type(dialog.getByLabelText('Name'), ' Script ');
    await user.click(
      dialog.getByLabelText('See your requests, their timelines and your booked tables.'),
    );
    await user.click(dialog.getByLabelText('Search restaurants.'));
    await user.selectOptions(dialog.getByLabelText('Ends in'), '30 days');
    await user.type(dialog.getByLabelText('Your password'), 'Table4two!');
    await user.click(dialog.getByRole('button', { name: 'Create API key' }));

    const created = within(await screen.findByRole('dialog', { name: 'Your new API key' }));
    expect(created.getByText("Copy the key now. We can't show it again.")).toBeInTheDocument();
    expect(created.getByLabelText('API key')).toHaveValue(TEXT);
    await user.click(created.getByRole('button', { name: 'Copy api key' }));
    await expect(navigator.clipboard.readText()).resolves.toBe(TEXT);
    expect(received).toEqual([
      {
        name: 'Script',
        scopes: ['requests:read', 'venues:read'],
        days: 30,
        password: 'Table4two!',
      },
    ]);
    await user.click(created.getByRole('button', { name: 'Done' }));
    expect(await list.findByText('Script')).toBeInTheDocument();
    expect(list.getByText('Never used · Ends February 18, 2027')).toBeInTheDocument();
    await expectFocus(() => list.getByRole('button', { name: 'Create API key' }));

    await user.click(list.getByRole('button', { name: 'Create API key' }));
    const again = within(await screen.findByRole('dialog'));
    expect(again.queryByDisplayValue(TEXT)).not.toBeInTheDocument();
    expect(again.getByLabelText('Name')).toHaveValue('');
  });

  it('name what is missing, and focus the first', async () => {
    const received = serve();
    const { user, dialog } = await openForm();
    await user.click(dialog.getByRole('button', { name: 'Create API key' }));
    expect(await dialog.findByText('Enter a name')).toBeInTheDocument();
    expect(dialog.getByText('Choose at least one')).toBeInTheDocument();
    expect(dialog.getByText('Enter your password')).toBeInTheDocument();
    await expectFocus(() => dialog.getByLabelText('Name'));
    expect(received).toEqual([]);
  });

  it.each([
    [400, 'bad_form', "That isn't your current password.", { password: 'Wrong.' }, 'Wrong.'],
    [409, 'too_many_keys', 'You have 20 API keys.', undefined, 'You have 20 API keys.'],
  ])('show a refusal: %i %s', async (status, code, message, errors, shown) => {
    server.use(http.post(API, () => refusal(status, code, message, errors)));
    const { user, dialog } = await openForm();
    await user.type(dialog.getByLabelText('Name'), 'Script');
    await user.click(dialog.getByLabelText('Search restaurants.'));
    await user.type(dialog.getByLabelText('Your password'), 'wrong');
    await user.click(dialog.getByRole('button', { name: 'Create API key' }));
    expect(await dialog.findByText(shown)).toBeInTheDocument();
    expect(dialog.getByLabelText('Name')).toHaveValue('Script');
  });

  it('offer the client book to concierges alone', async () => {
    const { dialog } = await openForm();
    expect(dialog.getAllByRole('checkbox')).toHaveLength(5);
  });

  it('offer the client book to a concierge', async () => {
    server.use(
      http.get('/api/users/me/', () => HttpResponse.json(userData({ is_concierge: true }))),
    );
    const { dialog } = await openForm();
    await waitFor(() => {
      expect(dialog.getByLabelText('See your client book.')).toBeInTheDocument();
    });
    expect(dialog.getAllByRole('checkbox')).toHaveLength(7);
  });

  it('are revoked after a question', async () => {
    serve();
    const { user, list } = await open();
    await user.click(await list.findByRole('button', { name: 'Revoke Kitchen display' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke Kitchen display?' }));
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('That key no longer works.')).toBeInTheDocument();
    expect(await list.findByText('You have no API keys.')).toBeInTheDocument();
    // The button that opened the dialog is gone.
    await expectFocus(() => screen.getByRole('heading', { name: 'Profile' }));
  });

  it('stay when the server refuses, and the dialog says why', async () => {
    server.use(http.delete(`${API}:id/`, () => refusal(429, 'too_fast', 'Wait a moment.')));
    const { user, list } = await open();
    await user.click(await list.findByRole('button', { name: 'Revoke Kitchen display' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await dialog.findByText('Wait a moment.')).toBeInTheDocument();
    expect(list.getByText('Kitchen display')).toBeInTheDocument();
  });

  it('stay when the question is declined', async () => {
    serve();
    const { user, list } = await open();
    await user.click(await list.findByRole('button', { name: 'Revoke Kitchen display' }));
    await user.click(await screen.findByRole('button', { name: 'Keep this key' }));
    expect(list.getByText('Kitchen display')).toBeInTheDocument();
    await expectFocus(() => list.getByRole('button', { name: 'Revoke Kitchen display' }));
  });
});
