import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { expectFocus } from '@/testing/focus';
import { refusal } from '@/testing/handlers';
import { DELIVERIES, SENT, WEBHOOK, WEBHOOK_SECRET as SECRET } from '@/testing/profile';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import type { Changes, Delivery, Webhook, WebhookForm } from './calls';

const API = '/api/webhooks/';
const URL = 'https://hooks.example.org/tables/k7Qf';
const section = async () => within(await screen.findByRole('region', { name: 'Webhooks' }));

/** A server with these webhooks, which calls change. */
function serve(first: Webhook[] = [WEBHOOK], log: Delivery[] = DELIVERIES) {
  let webhooks = first;
  let deliveries = log;
  const received: unknown[] = [];
  const change = (part: Partial<Webhook>) => {
    webhooks = webhooks.map((one) => ({ ...one, ...part }));
    return webhooks[0];
  };
  server.use(
    http.get(API, () => HttpResponse.json(webhooks)),
    http.post<never, WebhookForm>(API, async ({ request }) => {
      const form = await request.json();
      received.push(form);
      const made = { ...WEBHOOK, id: 8, label: 'new.example.org', events: form.events };
      webhooks = [...webhooks, made];
      return HttpResponse.json({ ...made, secret: SECRET }, { status: 201 });
    }),
    http.patch<never, Changes>(`${API}7/`, async ({ request }) => {
      const { url, events, is_on } = await request.json();
      received.push({ url, events, is_on });
      return HttpResponse.json(
        change({ ...(is_on == null ? {} : { is_on }), ...(events == null ? {} : { events }) }),
      );
    }),
    http.delete(`${API}7/`, () => {
      webhooks = [];
      return HttpResponse.json({ message: 'That webhook gets no more events.' });
    }),
    http.get(`${API}7/deliveries/`, ({ request }) => {
      const before = Number(new globalThis.URL(request.url).searchParams.get('before') ?? 1000);
      const older = deliveries.filter(({ id }) => id < before);
      return HttpResponse.json({ deliveries: older.slice(0, 2), more: older.length > 2 });
    }),
    http.post(`${API}7/tests/`, () => {
      const made = { ...SENT, id: 90, type: 'webhook.test', status: 200 } as const;
      deliveries = [made, ...deliveries];
      return HttpResponse.json({ ...made, state: 'queued' });
    }),
    http.post(`${API}deliveries/:id/`, ({ params }) => {
      received.push(params.id);
      return HttpResponse.json({ ...DELIVERIES[0], state: 'queued' });
    }),
  );
  return received;
}

async function open() {
  const { user } = await renderApp('/profile?tab=password');
  return { user, list: await section() };
}

async function openWebhook() {
  const { user, list } = await open();
  await user.click(await list.findByRole('button', { name: `Open ${WEBHOOK.label}` }));
  const dialog = within(await screen.findByRole('dialog', { name: WEBHOOK.label }));
  return { user, list, dialog };
}

describe('webhooks', () => {
  it('are none at first', async () => {
    const { list } = await open();
    expect(await list.findByText('You have no webhooks.')).toBeInTheDocument();
  });

  it('say where they go and what is wrong', async () => {
    serve([
      WEBHOOK,
      { ...WEBHOOK, id: 9, label: 'off.example.org', is_on: false },
      {
        ...WEBHOOK,
        id: 10,
        label: 'bad.example.org',
        problem: "The last event didn't get through.",
      },
    ]);
    const { list } = await open();
    expect(await list.findByText(WEBHOOK.label)).toBeInTheDocument();
    expect(list.getByText('2 kinds of events')).toBeInTheDocument();
    expect(list.getByText('Off')).toBeInTheDocument();
    expect(list.getByText("The last event didn't get through.")).toBeInTheDocument();
  });

  it('can be loaded again after a failure', async () => {
    server.use(http.get(API, () => refusal(403, 'away', 'No.')));
    const { user, list } = await open();
    const again = await list.findByRole('button', { name: 'Try Again' });
    serve();
    await user.click(again);
    expect(await list.findByText(WEBHOOK.label)).toBeInTheDocument();
  });

  it('are added with an address and events, and show their secret once', async () => {
    const received = serve([]);
    const { user, list } = await open();
    await user.click(await list.findByRole('button', { name: 'Add webhook' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a webhook' }));
    await expectFocus(dialog.getByLabelText('Address'));
    await user.type(dialog.getByLabelText('Address'), ` ${URL} `);
    await user.click(dialog.getByLabelText(/^A table was booked, lost or refused/));
    await user.click(dialog.getByRole('button', { name: 'Add webhook' }));
    const made = within(await screen.findByRole('dialog', { name: 'The secret of this webhook' }));
    expect(made.getByLabelText('Secret')).toHaveValue(SECRET);
    expect(received).toEqual([{ url: URL, events: ['reservation.outcome'] }]);
    await user.click(made.getByRole('button', { name: 'Done' }));
    expect(await list.findByText('new.example.org')).toBeInTheDocument();
    await expectFocus(() => list.getByRole('button', { name: 'Add webhook' }));
  });

  it('name what is missing', async () => {
    const received = serve([]);
    const { user, list } = await open();
    await user.click(await list.findByRole('button', { name: 'Add webhook' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Add webhook' }));
    expect(await dialog.findByText('Enter an address')).toBeInTheDocument();
    expect(dialog.getByText('Choose at least one')).toBeInTheDocument();
    expect(received).toEqual([]);
  });

  it('show a refusal at the address', async () => {
    const said = 'This address leads into a private network. Use a public server.';
    server.use(http.post(API, () => refusal(400, 'bad_form', said, { url: said })));
    const { user, list } = await open();
    await user.click(await list.findByRole('button', { name: 'Add webhook' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Address'), 'https://10.0.0.7');
    await user.click(dialog.getByLabelText(/^A weekly request changed/));
    await user.click(dialog.getByRole('button', { name: 'Add webhook' }));
    expect(await dialog.findByText(said)).toBeInTheDocument();
    expect(dialog.getByLabelText('Address')).toHaveValue('https://10.0.0.7');
  });

  it('show what was sent, page by page, and send an event again', async () => {
    const received = serve(undefined, [...DELIVERIES, { ...SENT, id: 80, type: 'user.notice' }]);
    const { user, dialog } = await openWebhook();
    expect(await dialog.findByText('reservation.changed')).toBeInTheDocument();
    expect(
      dialog.getByText(/^Not accepted · answer 500 · 1,204 ms · 57 tries · /),
    ).toBeInTheDocument();
    expect(dialog.getByText('<h1>Internal Server Error</h1>')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Show more' }));
    expect(await dialog.findByText('user.notice')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: /^Send again: reservation.changed/ }));
    expect(received).toEqual(['82']);
  });

  it('can be empty, or fail to load their log', async () => {
    serve(undefined, []);
    const { dialog } = await openWebhook();
    expect(await dialog.findByText('Nothing was sent yet.')).toBeInTheDocument();
  });

  it('load the log again after a failure', async () => {
    serve();
    server.use(http.get(`${API}7/deliveries/`, () => refusal(403, 'away', 'No.')));
    const { user, dialog } = await openWebhook();
    const again = await dialog.findByRole('button', { name: 'Try Again' });
    serve();
    await user.click(again);
    expect(await dialog.findByText('reservation.outcome')).toBeInTheDocument();
  });

  it('are tested, and turned off and on', async () => {
    const received = serve();
    const { user, dialog } = await openWebhook();
    await user.click(dialog.getByRole('button', { name: 'Send a test' }));
    expect(await dialog.findByText('webhook.test')).toBeInTheDocument();
    const control = dialog.getByRole('switch', { name: 'Send events' });
    expect(control).toBeChecked();
    await user.click(control);
    expect(await screen.findByText('Off')).toBeInTheDocument();
    expect(control).not.toBeChecked();
    expect(received).toEqual([{ is_on: false }]);
  });

  it('get a new secret, shown once', async () => {
    serve();
    const { user, dialog } = await openWebhook();
    await user.click(dialog.getByRole('button', { name: 'New secret' }));
    const made = within(await screen.findByRole('dialog', { name: 'The secret of this webhook' }));
    expect(made.getByLabelText('Secret')).toHaveValue(SECRET);
    expect(made.getByText(/Until this time tomorrow/)).toBeInTheDocument();
    await user.click(made.getByRole('button', { name: 'Done' }));
    expect(screen.queryByDisplayValue(SECRET)).not.toBeInTheDocument();
  });

  it('are changed without their address, which nobody can read', async () => {
    const received = serve();
    const { user, dialog } = await openWebhook();
    await user.click(dialog.getByRole('button', { name: 'Change' }));
    const form = within(await screen.findByRole('dialog', { name: 'Change this webhook' }));
    expect(form.getByLabelText('Address')).toHaveValue('');
    await user.click(form.getByLabelText(/^A request changed or ended/));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('dialog', { name: WEBHOOK.label })).toBeInTheDocument();
    expect(received).toEqual([{ url: null, events: ['reservation.outcome'] }]);
  });

  it('are removed after a question', async () => {
    serve();
    const { user, list, dialog } = await openWebhook();
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Remove this webhook?' }));
    await expectFocus(() => asked.getByRole('button', { name: 'Keep this webhook' }));
    await user.click(asked.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('That webhook gets no more events.')).toBeInTheDocument();
    expect(await list.findByText('You have no webhooks.')).toBeInTheDocument();
  });
});
