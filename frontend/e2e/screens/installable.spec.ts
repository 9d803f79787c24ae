/**
 * The application can be installed. Its service worker shows a push message as a notification, and a click on it
 * opens the ticket. Chromium checks the manifest and its icons as for its install button, and delivers the push
 * message to the real service worker.
 */
import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { FULL_CHROMIUM } from '../support/browsers';
import { open, prepare } from './api';

test.use({ launchOptions: FULL_CHROMIUM });

const MESSAGE = {
  title: 'Booked: Petit Quai, Fri, Dec 4 at 7:15 PM',
  body: 'Party of 2.',
  url: '/reservations?open=4127',
  tag: 'event-7',
};

/** The service worker's registration, once it is active. */
async function registrationOf(page: Page, client: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await client.send('ServiceWorker.enable');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  return found;
}

test('a page can be installed', async ({ page }) => {
  const complaints = await prepare(page);
  await open(page, '/reservations');
  const client = await page.context().newCDPSession(page);
  await registrationOf(page, client);
  const manifest = await client.send('Page.getAppManifest');
  expect(manifest.errors).toEqual([]);
  const { icons } = JSON.parse(manifest.data ?? '{}') as {
    icons: { src: string; sizes: string; purpose: string }[];
  };
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  );
  for (const { src, sizes } of icons.filter((icon) => icon.sizes !== 'any')) {
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size).toBe(sizes);
  }
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  // Tests run in an incognito profile, where nothing can be installed.
  const found = installabilityErrors.map(({ errorId }) => errorId);
  expect(found.filter((id) => id !== 'in-incognito')).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a push is shown with the page in the background, and a click opens the ticket', async ({
  page,
}, { project }) => {
  test.skip(project.name !== '1280', 'no part of it depends on the width');
  await prepare(page);
  await page.context().grantPermissions(['notifications']);
  await open(page, '/');
  const client = await page.context().newCDPSession(page);
  const registrationId = await registrationOf(page, client);
  const worker =
    page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'));
  await client.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId,
    data: JSON.stringify(MESSAGE),
  });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const found = await registration.getNotifications();
      return found.map(({ title, body, tag, data }) => ({
        title,
        body,
        tag,
        url: data as unknown,
      }));
    });
  await expect.poll(shown).toEqual([MESSAGE]);

  // Dispatches the event that the browser dispatches when the notification is clicked.
  await worker.evaluate(async () => {
    const scope = self as unknown as {
      registration: { getNotifications: () => Promise<unknown[]> };
    };
    const [notification] = await scope.registration.getNotifications();
    const Click = Reflect.get(self, 'NotificationEvent') as new (
      name: string,
      init: object,
    ) => Event;
    self.dispatchEvent(new Click('notificationclick', { notification }));
  });
  await expect(page).toHaveURL(/\/reservations\?open=4127$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reservations');
  await expect.poll(shown).toEqual([]);
});
