/**
 * The other end of the live connection in tests: `openSocket` as the app calls it, and `liveServer` as the test uses
 * it. `setup.ts` replaces the real socket everywhere.
 */
import { act } from '@testing-library/react';
import type { DurableEvent, LiveEvent } from '@/api/reservation-types';
import type { ConnectAuth, OpenSocket } from '@/realtime/port';

type Open = Parameters<OpenSocket>[0];

let current: Open | null = null;
let connects: ConnectAuth[] = [];
let waiting: (() => void)[] = [];

export const openSocket: OpenSocket = (options) => {
  current = options;
  const connect = () => {
    connects.push(options.auth());
    for (const arrived of waiting) arrived();
    waiting = [];
  };
  return {
    connect,
    retryNow: connect,
    close: () => {
      if (current === options) current = null;
    },
  };
};

export const liveServer = {
  /** The payload of each CONNECT, oldest first. */
  connects: (): readonly ConnectAuth[] => connects,
  /** Wait for the page to connect, then accept it with everything up to `seq` replayed. */
  async admit({ seq = 0, replay = [] }: { seq?: number; replay?: DurableEvent[] } = {}) {
    if (connects.length === 0) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    }
    await paint(() => {
      const { handlers } = open();
      handlers.connected();
      for (const event of replay) handlers.event(event);
      handlers.ready({ seq });
    });
  },
  send: (...events: DurableEvent[]) =>
    paint(() => {
      for (const event of events) open().handlers.event(event);
    }),
  sendLive: (...events: LiveEvent[]) =>
    paint(() => {
      for (const event of events) open().handlers.live(event);
    }),
  drop: () =>
    paint(() => {
      open().handlers.disconnected({ byServer: false });
    }),
  reset() {
    current = null;
    connects = [];
    waiting = [];
  },
};

function open(): Open {
  if (current === null) throw new Error('The page has no live connection open.');
  return current;
}

/** A batch is delivered with the next frame at the latest. The toast and the calls to the API begin one frame later. */
async function paint(work: () => void): Promise<void> {
  await act(async () => {
    work();
    await new Promise((resolve) => {
      requestAnimationFrame(() => {
        requestAnimationFrame(() => {
          setTimeout(resolve);
        });
      });
    });
  });
}
