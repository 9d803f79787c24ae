/**
 * A webhook: added in the profile, tested, and called when a table is booked, with a signature by the secret that the
 * page showed once. The receiver is a server of this test.
 */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { noViolations } from './support/axe';
import { isoDay } from './support/days';
import { report } from './support/screen';
import { expect, test } from './support/test';

type Call = { headers: IncomingHttpHeaders; body: string };
type Event = { type: string; data: { kind?: string; venue_name?: string } };

function isSigned({ headers, body }: Call, secret: string): boolean {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const wanted = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(wanted);
}

test('a booked table reaches a webhook, which is tested, replaced and removed', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  const calls: Call[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      calls.push({ headers: request.headers, body });
      response.writeHead(status).end('thanks');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const events = () => calls.map(({ body }) => JSON.parse(body) as Event);

  const user = await users.withPlan('hooks', 'standard');
  await user.openPage(page, '/profile?tab=password');
  const part = page.getByRole('region', { name: 'Webhooks' });
  await expect(part.getByText('You have no webhooks.')).toBeVisible();
  await part.getByRole('button', { name: 'Add webhook' }).click();
  const form = page.getByRole('dialog', { name: 'Add a webhook' });
  await form.getByLabel('Address').fill('https://10.0.0.7/tables');
  await form.getByLabel('A table was booked, lost or refused.').check();
  await noViolations(page);
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await expect(form.getByText(/leads into a private network/)).toBeVisible();
  await form.getByLabel('Address').fill(`http://127.0.0.1:${port}/tables/k7Qf`);
  await form.getByRole('button', { name: 'Add webhook' }).click();
  const made = page.getByRole('dialog', { name: 'The secret of this webhook' });
  const secret = await made.getByLabel('Secret', { exact: true }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  await noViolations(page);
  await made.getByRole('button', { name: 'Done' }).click();

  await part.getByRole('button', { name: /^Open 127/ }).click();
  const hook = page.getByRole('dialog', { name: /^127/ });
  await expect(hook.getByText('Nothing was sent yet.')).toBeVisible();
  await hook.getByRole('button', { name: 'Send a test' }).click();
  await expect(hook.getByText(/^Accepted · answer 200/)).toBeVisible();
  expect(events().map(({ type }) => type)).toEqual(['webhook.test']);

  const place = restaurants.next();
  await user.fileRequest({ place, date: isoDay(6) });
  await inventory.free(place, { date: isoDay(6), time: '19:30' });
  await expect.poll(() => calls.length).toBe(2);
  expect(events()[1]).toMatchObject({
    type: 'reservation.outcome',
    data: { kind: 'booked', venue_name: place.venue_name },
  });
  expect(calls.every((call) => isSigned(call, secret))).toBe(true);

  await hook.getByRole('button', { name: 'New secret' }).click();
  const next = await page.getByLabel('Secret', { exact: true }).inputValue();
  expect(next).not.toBe(secret);
  await page.getByRole('button', { name: 'Done' }).click();
  status = 500;
  await hook.getByRole('button', { name: 'Send a test' }).click();
  await expect(hook.getByText(/^Not accepted · answer 500/)).toBeVisible();
  await noViolations(page);
  const [, , last] = calls;
  expect([secret, next].map((one) => last !== undefined && isSigned(last, one))).toEqual([
    true,
    true,
  ]);

  status = 200;
  await hook.getByRole('button', { name: /^Send again: reservation.outcome/ }).click();
  await expect.poll(() => calls.length).toBe(4);
  expect(calls[3]?.headers['webhook-id']).toBe(calls[1]?.headers['webhook-id']);

  await hook.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(report(page, 'That webhook gets no more events.')).toBeAttached();
  await expect(part.getByText('You have no webhooks.')).toBeVisible();
  server.close();
});
