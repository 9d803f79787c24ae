import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { liveServer } from '@/testing/fake-socket';
import { anOutcome, notificationPage } from '@/testing/notifications';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

/** The pitch of each note that was started. */
let notes: number[];
let isAllowed: boolean;

class FakeContext {
  currentTime = 0;
  destination = {};
  resume = () => (isAllowed ? Promise.resolve() : Promise.reject(new Error('not allowed')));
  close = () => Promise.resolve();
}
class FakeNote {
  onended: (() => void) | null = null;
  constructor(
    _: unknown,
    private readonly options: { frequency: number },
  ) {}
  connect = (next: unknown) => next;
  start = () => notes.push(this.options.frequency);
  stop = () => undefined;
}
class FakeGain {
  gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
  connect = (next: unknown) => next;
}

const FAKES = { AudioContext: FakeContext, OscillatorNode: FakeNote, GainNode: FakeGain };

// Not stubbed globals: unstubbing restores all of them, and the setup needs some.
beforeEach(() => {
  notes = [];
  isAllowed = true;
  for (const [name, value] of Object.entries(FAKES)) {
    Object.defineProperty(window, name, { value, configurable: true });
  }
  server.use(
    http.get('/api/notices/', () =>
      HttpResponse.json(notificationPage({ events: [], seen: 18, unseen: 0 })),
    ),
  );
});
afterEach(() => {
  for (const name of Object.keys(FAKES)) Reflect.deleteProperty(window, name);
});

async function book({ at = new Date().toISOString() } = {}) {
  await renderApp('/restaurants');
  await screen.findByRole('button', { name: 'Notifications' });
  await liveServer.admit({ seq: 18 });
  await liveServer.send(anOutcome({ seq: 19, attempt_id: 77, at }));
  await screen.findByRole('button', { name: 'Notifications, 1 new' });
}

const wait = () => new Promise((resolve) => setTimeout(resolve, 300));

test('the chime is off at first, and sounds once when it is switched on', async () => {
  const { user } = await renderApp('/profile?tab=notifications');
  const control = await screen.findByRole('switch', { name: 'Sound for a booked table' });
  expect(control).not.toBeChecked();
  await user.click(control);
  expect(control).toBeChecked();
  expect(localStorage.getItem('booked-chime')).toBe('on');
  await waitFor(() => {
    expect(notes).toHaveLength(2);
  });
  await user.click(control);
  expect(control).not.toBeChecked();
  expect(notes).toHaveLength(2);
});

test('a booked table sounds if the user wants it', async () => {
  localStorage.setItem('booked-chime', 'on');
  await book();
  await waitFor(() => {
    expect(notes).toEqual([659.25, 987.77]);
  });
});

test.each<[string, () => void, { at?: string }]>([
  [
    'the user has not switched it on',
    () => {
      localStorage.removeItem('booked-chime');
    },
    {},
  ],
  [
    'another tab has sounded',
    () => {
      localStorage.setItem('booked-chimed', '[77]');
    },
    {},
  ],
  ['the browser does not allow it', () => void (isAllowed = false), {}],
  ['the table was booked earlier', () => undefined, { at: '2026-11-20T18:00:00.000Z' }],
])('a booked table makes no sound if %s', async (_, arrange, event) => {
  localStorage.setItem('booked-chime', 'on');
  arrange();
  await book(event);
  await wait();
  expect(notes).toEqual([]);
});
