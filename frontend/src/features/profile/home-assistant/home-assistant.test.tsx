import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { refusal } from '@/testing/handlers';
import { BROKER } from '@/testing/profile';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import type { Broker, BrokerForm } from './calls';

const API = '/api/mqtt/';
const section = async () =>
  within(await screen.findByRole('region', { name: 'Home Assistant' }, { timeout: 5000 }));

/** A server with this broker, which calls change. */
function serve(first: Broker | null) {
  let broker = first;
  const received: unknown[] = [];
  const answer = () => HttpResponse.json({ broker });
  server.use(
    http.get(API, () => {
      const shown = broker;
      if (broker !== null) broker = { ...broker, is_sending: false };
      return HttpResponse.json({ broker: shown });
    }),
    http.put<never, BrokerForm>(API, async ({ request }) => {
      const { password, ...form } = await request.json();
      received.push({ ...form, password });
      broker = { ...BROKER, ...form, is_sending: true, has_password: password !== '' };
      return answer();
    }),
    http.post(`${API}tests/`, () => {
      received.push('test');
      if (broker !== null) broker = { ...broker, is_sending: true, problem: null };
      return answer();
    }),
    http.delete(API, () => {
      broker = null;
      return answer();
    }),
  );
  return received;
}

async function open() {
  const { user, container } = await renderApp('/profile?tab=notifications');
  return { user, container, part: await section() };
}

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Your MQTT broker' }));

describe('the MQTT broker', () => {
  it('is connected with an address, a user and a password', async () => {
    const received = serve(null);
    const { user, part } = await open();
    await user.click(await part.findByRole('button', { name: 'Connect a broker' }));
    const form = await dialog();
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Enter an address')).toBeInTheDocument();
    await user.type(form.getByLabelText('Broker address'), 'mqtts://home.example.org');
    await user.type(form.getByLabelText(/^User name/), 'ha');
    await user.type(form.getByLabelText(/^Password/), 'sesame');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await part.findByText('mqtts://home.example.org')).toBeInTheDocument();
    expect(received).toEqual([
      {
        address: 'mqtts://home.example.org',
        username: 'ha',
        password: 'sesame',
        prefix: 'homeassistant',
      },
    ]);
    expect(
      await part.findByText('Your broker has 2 requests.', {}, { timeout: 5000 }),
    ).toBeVisible();
  });

  it('keeps its password, and says which field the server refuses', async () => {
    const received = serve(BROKER);
    const { user, part } = await open();
    await user.click(await part.findByRole('button', { name: 'Change' }));
    const form = await dialog();
    expect(form.getByLabelText(/^Password/)).toHaveValue('');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await part.findByText('mqtts://mqtt.example.org')).toBeInTheDocument();
    expect(received).toMatchObject([{ password: null }]);
    server.use(
      http.put(API, () =>
        refusal(400, 'bad_form', 'Enter it again.', { password: 'Enter the password again.' }),
      ),
    );
    await user.click(part.getByRole('button', { name: 'Change' }));
    const again = await dialog();
    await user.click(again.getByRole('button', { name: 'Save' }));
    expect(await again.findByText('Enter the password again.')).toBeInTheDocument();
  });

  it('says what is wrong, and is tested', async () => {
    const received = serve({
      ...BROKER,
      problem: 'The broker refused the user name or the password.',
    });
    const { user, part } = await open();
    expect(await part.findByRole('status')).toHaveTextContent(
      'The broker refused the user name or the password.',
    );
    await user.click(part.getByRole('button', { name: 'Test your broker' }));
    expect(await part.findByRole('button', { name: 'Sending…' })).toBeInTheDocument();
    expect(received).toEqual(['test']);
  });

  it('is removed', async () => {
    serve(BROKER);
    const { user, part } = await open();
    await user.click(await part.findByRole('button', { name: 'Change' }));
    await user.click((await dialog()).getByRole('button', { name: 'Remove' }));
    expect(await part.findByText('No broker is connected.')).toBeInTheDocument();
  });

  it('can be loaded again after a failure', async () => {
    server.use(http.get(API, () => HttpResponse.error()));
    const { user, part } = await open();
    const retry = await part.findByRole('button', { name: /try again/i }, { timeout: 5000 });
    serve(BROKER);
    await user.click(retry);
    expect(await part.findByText('mqtts://mqtt.example.org')).toBeInTheDocument();
  });
});
