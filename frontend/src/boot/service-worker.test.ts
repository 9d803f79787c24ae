/** Runs the service worker in a fake scope, and tests its registration. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startServiceWorker } from './service-worker';

type Page = { visibilityState: string; postMessage: unknown; focus: unknown };
type Handler = (event: object) => void;
type Shown = { actions: object[]; data: object };

let pages: Page[];
let handlers: Record<string, Handler>;
const showNotification = vi.fn();
const openWindow = vi.fn();

const aPage = (visibilityState = 'hidden'): Page => ({
  visibilityState,
  postMessage: vi.fn(),
  focus: vi.fn(),
});

beforeEach(() => {
  pages = [];
  handlers = {};
  showNotification.mockReset();
  openWindow.mockReset();
  const self = {
    addEventListener: (name: string, handler: Handler) => {
      handlers[name] = handler;
    },
    skipWaiting: () => Promise.resolve(),
    registration: { showNotification },
    clients: {
      claim: () => Promise.resolve(),
      matchAll: () => Promise.resolve(pages),
      openWindow,
    },
    location: { origin: 'https://tablehawk.example' },
  };
  runInNewContext(readFileSync('public/sw.js', 'utf8'), { self, URL });
});

/** Dispatch an event and wait for its work. */
async function dispatch(name: string, event: object): Promise<void> {
  let work: unknown;
  handlers[name]?.({
    ...event,
    waitUntil: (promise: unknown) => {
      work = promise;
    },
  });
  await work;
}

const message = {
  title: 'Booked: Lilac & Vine',
  body: 'Party of 2.',
  url: '/reservations?open=12',
  tag: 'event-7',
};
const push = (json: () => unknown) => dispatch('push', { data: { json } });
const click = (data: unknown, action = '') =>
  dispatch('notificationclick', { action, notification: { close: vi.fn(), data } });

describe('the service worker', () => {
  it('answers no requests, so nothing is cached', () => {
    expect(Object.keys(handlers).sort()).toEqual([
      'activate',
      'install',
      'notificationclick',
      'push',
    ]);
  });

  it.each([
    [false, 'hidden'],
    [true, 'visible'],
  ])('shows a message, silent (%s) beside a page that is %s', async (silent, state) => {
    pages = [aPage(state)];
    await push(() => message);
    expect(showNotification).toHaveBeenCalledWith(
      message.title,
      expect.objectContaining({ body: message.body, tag: message.tag, silent }),
    );
  });

  it.each([
    () => {
      throw new SyntaxError('no JSON');
    },
    () => null,
  ])('shows something for a message that it cannot read', async (json) => {
    await push(json);
    expect(showNotification).toHaveBeenCalledWith('Tablehawk', expect.anything());
  });

  it('opens the ticket in a new window if no page is open', async () => {
    await click({ url: message.url });
    expect(openWindow).toHaveBeenCalledWith('/reservations?open=12');
  });

  it('opens the ticket of a notification that an earlier worker showed', async () => {
    await click(message.url);
    expect(openWindow).toHaveBeenCalledWith('/reservations?open=12');
  });

  it('has a button that opens the cancellation page of a booked table, and cancels nothing', async () => {
    const cancel = '/cancel-table?token=7.9.abc';
    await push(() => ({ ...message, cancel }));
    const [, { actions, data }] = showNotification.mock.calls[0] as [string, Shown];
    expect(actions).toEqual([{ action: 'cancel', title: 'Cancel table' }]);
    await click(data, 'cancel');
    expect(openWindow).toHaveBeenLastCalledWith(cancel);
    await click(data);
    expect(openWindow).toHaveBeenLastCalledWith(message.url);
  });

  it('has no button for other messages', async () => {
    await push(() => message);
    const [, { actions }] = showNotification.mock.calls[0] as [string, Shown];
    expect(actions).toEqual([]);
  });

  it('opens the ticket in an open page and focuses it', async () => {
    const page = aPage();
    pages = [page];
    await click(message.url);
    expect(page.postMessage).toHaveBeenCalledWith({ type: 'open', path: '/reservations?open=12' });
    expect(page.focus).toHaveBeenCalledOnce();
    expect(openWindow).not.toHaveBeenCalled();
  });

  it.each(['https://evil.example/', '//evil.example/', undefined, 7])(
    'never leads to another site: %s',
    async (url) => {
      await click(url);
      expect(openWindow).toHaveBeenCalledWith('/reservations');
    },
  );
});

describe('its registration', () => {
  const register = vi.fn();
  let receive: ((event: { data: unknown }) => void) | undefined;

  beforeEach(() => {
    register.mockReset().mockResolvedValue(undefined);
    vi.stubGlobal('navigator', {
      serviceWorker: {
        register,
        addEventListener: (_: string, listener: typeof receive) => {
          receive = listener;
        },
      },
    });
    vi.stubGlobal('window', {});
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('opens the page of a clicked notification by the router', async () => {
    const navigate = vi.fn();
    await startServiceWorker({ router: { navigate } });
    expect(register).toHaveBeenCalledWith('/sw.js');
    receive?.({ data: { type: 'open', path: '/reservations?open=12' } });
    expect(navigate).toHaveBeenCalledWith({ href: '/reservations?open=12' });
    for (const data of [null, { type: 'other' }, { type: 'open', path: 'https://evil.example' }]) {
      receive?.({ data });
    }
    expect(navigate).toHaveBeenCalledOnce();
  });

  it('trusts only the address of the service worker', async () => {
    const createPolicy = vi.fn((_: string, rules: { createScriptURL: (url: string) => string }) => {
      expect(() => rules.createScriptURL('/other.js')).toThrow(TypeError);
      return { createScriptURL: (url: string) => `trusted ${rules.createScriptURL(url)}` };
    });
    vi.stubGlobal('window', { trustedTypes: { createPolicy } });
    await startServiceWorker({ router: { navigate: vi.fn() } });
    expect(register).toHaveBeenCalledWith('trusted /sw.js');
  });

  it('that the browser refuses changes nothing', async () => {
    register.mockRejectedValue(new Error('private window'));
    await expect(startServiceWorker({ router: { navigate: vi.fn() } })).resolves.toBeUndefined();
  });
});
