/**
 * The service worker: shows Web Push messages as notifications, also while no page is open, and opens the page of a
 * clicked notification. It caches nothing and answers no requests, so every page comes from the server.
 *
 * A message is the JSON of platform/apps/notices/sending.py: title, body, url (a path of ours) and tag. For a booked
 * table, `cancel` is the path of the page that cancels it, which a button of the notification opens.
 */
const ICON = '/assets/icon-192.png';
const BADGE = '/assets/badge-96.png';
const HOME = '/reservations';
const CANCEL = 'cancel';

self.addEventListener('install', () => {
  void self.skipWaiting();
});
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});
self.addEventListener('push', (event) => {
  event.waitUntil(show(event.data));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { data } = event.notification;
  const { url, cancel } = typeof data === 'object' && data !== null ? data : { url: data };
  event.waitUntil(open(pathOf(event.action === CANCEL ? cancel : url)));
});

/**
 * Browsers end a subscription whose messages show no notification. So a notification is shown even while a page is
 * visible, but without a sound.
 */
async function show(data) {
  const { title = 'Tablehawk', body = '', url, tag = '', cancel } = read(data);
  const pages = await openPages();
  const isVisible = pages.some((page) => page.visibilityState === 'visible');
  await self.registration.showNotification(title, {
    body,
    tag,
    icon: ICON,
    badge: BADGE,
    data: { url, cancel },
    actions: cancel === undefined ? [] : [{ action: CANCEL, title: 'Cancel table' }],
    silent: isVisible,
  });
}

/**
 * Let an open page navigate to the path with its router, which keeps a half-filled form. Without a page, open one.
 */
async function open(path) {
  const [page] = await openPages();
  if (page === undefined) {
    await self.clients.openWindow(path);
    return;
  }
  page.postMessage({ type: 'open', path });
  await page.focus();
}

function openPages() {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true });
}

/** Return the value if it is a path of this site, else the home page, so that no message leads to another site. */
function pathOf(value) {
  if (typeof value !== 'string' || !value.startsWith('/')) return HOME;
  const url = new URL(value, self.location.origin);
  return url.origin === self.location.origin ? url.pathname + url.search : HOME;
}

function read(data) {
  try {
    const message = data.json();
    return typeof message === 'object' && message !== null ? message : {};
  } catch {
    return {};
  }
}
