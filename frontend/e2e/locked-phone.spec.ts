/**
 * With every tab closed, as on a locked phone, the message about a booked table reaches the device and the chat app
 * once each. The push service and ntfy are servers of this test; the browser's subscription is replaced by one at
 * this push service, because Chromium's own needs the internet.
 */
import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FULL_CHROMIUM } from './support/browsers';
import { isoDay } from './support/days';
import { report } from './support/screen';
import { expect, test } from './support/test';

test.use({ launchOptions: FULL_CHROMIUM });

type Received = { path: string; headers: IncomingMessage['headers']; body: string };

/** A server that stores each POST and answers `status`. */
async function listen(
  status: number,
): Promise<{ url: string; received: Received[]; server: Server }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      received.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, server };
}

test('a booked table reaches a phone and an app with every tab closed', async ({
  page,
  context,
  users,
  inventory,
  restaurants,
}) => {
  const push = await listen(201);
  const ntfy = await listen(200);
  const user = await users.withPlan('locked', 'standard');
  const place = restaurants.next();
  await user.fileRequest({ place, date: isoDay(6) });

  const key = createECDH('prime256v1');
  key.generateKeys();
  const subscription = {
    endpoint: `${push.url}/send/phone`,
    keys: {
      p256dh: key.getPublicKey().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  };
  await context.grantPermissions(['notifications']);
  await page.addInitScript((given) => {
    const made: Pick<PushSubscription, 'toJSON'> = { toJSON: () => given };
    PushManager.prototype.subscribe = () => Promise.resolve(made as PushSubscription);
  }, subscription);

  await user.openPage(page, '/profile?tab=notifications');
  const part = page.getByRole('region', { name: 'Devices and apps' });
  await part.getByRole('button', { name: 'Turn on for this device' }).click();
  await expect(report(page, 'Notifications are on for this device.')).toBeAttached();
  await expect(part.getByText(/^This device · Added/)).toBeVisible();

  await part.getByRole('button', { name: 'Add app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Topic').fill('tables-of-nora-x7Qf');
  await dialog.getByLabel(/^Server/).fill('https://10.0.0.7');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText(/leads into a private network/)).toBeVisible();
  await dialog.getByLabel(/^Server/).fill(ntfy.url);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(part.getByText(/^127\.0\.0\.1 …x7Qf/)).toBeVisible();

  await page.getByRole('button', { name: 'Send a test' }).click();
  const results = page.getByRole('list', { name: 'Results' });
  await expect(results.getByText('Sent', { exact: true })).toHaveCount(2);
  expect([push.received.length, ntfy.received.length]).toEqual([1, 1]);

  await page.close();
  await inventory.free(place, { date: isoDay(6), time: '19:30' });
  await expect.poll(() => [push.received.length, ntfy.received.length]).toEqual([2, 2]);
  const [, pushed] = push.received;
  expect(pushed?.path).toBe('/send/phone');
  expect(pushed?.headers['content-encoding']).toBe('aes128gcm');
  const { title, message } = JSON.parse(ntfy.received[1]?.body ?? '{}') as Record<string, string>;
  expect(title).toContain(`Booked: ${place.venue_name}`);
  expect(message).toContain('/reservations?open=');

  push.server.close();
  ntfy.server.close();
});
