/**
 * The other end of the live connection in tests: `openSocket` as the app calls it, and `liveServer` as the test uses
 * it. `setup.ts` replaces the real socket everywhere.
 */
import { act } from '@testing-library/react';
import type { DurableEvent, LiveEvent } from '@/api/reservation-types';
import type { OpenSocket } from '@/realtime/port';

type Open = Parameters<OpenSocket>[0];

let current: Open | null = null;
/** Whether the open connection has sent a CONNECT that has no answer yet. */
let isAsking = false;
let waiting: (() => void)[] = [];

export const openSocket: OpenSocket = (options) => {
  const connect = () => {
    current = options;
    ask(options);
  };
  return {
    connect,
    retryNow: connect,
    close: () => {
      if (current !== options) return;
      current = null;
      isAsking = false;
    },
  };
};

/** Send a CONNECT, with its payload as the real socket reads it. */
function ask({ auth }: Open): void {
  auth();
  isAsking = true;
  for (const arrived of waiting) arrived();
  waiting = [];
}

export const liveServer = {
  /**
   * Wait until the page that is open now has sent a CONNECT, then accept it with everything up to `seq` replayed. An
   * earlier page of the same test does not count.
   */
  async admit({ seq = 0, replay = [] }: { seq?: number; replay?: DurableEvent[] } = {}) {
    while (!isAsking) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    }
    isAsking = false;
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
  /** The network fails: the page connects again by itself. */
  drop: () =>
    paint(() => {
      const dropped = open();
      dropped.handlers.disconnected({ byServer: false });
      ask(dropped);
    }),
  reset() {
    current = null;
    isAsking = false;
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
