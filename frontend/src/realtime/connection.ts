/**
 * Keeps one live connection for the signed-in user and turns what arrives into batches, one for each painted
 * frame. It owns order (each durable event once, in its order), the cursor, and coming back; what a batch
 * does to the screen is `features/live`'s business.
 */
import type { Cursor } from './cursor';
import type { DurableEvent, LiveEvent } from '@/api/reservation-types';
import type { Schedule } from './frame';
import type { OpenSocket, SocketPort } from './port';

export type ConnectionState =
  | { kind: 'connecting' }
  | { kind: 'live' }
  /** `heardAt`: the last word from the server, in milliseconds; null when there never was one. */
  | { kind: 'reconnecting'; heardAt: number | null };

export type LiveBatch = {
  events: DurableEvent[];
  live: LiveEvent[];
  /** What is on screen may have missed something: ask the server for all of it. */
  refetch: boolean;
  /** The first `ready` of this page: what was read before this number is old. */
  startedAt: number | null;
};

type Deps = {
  open: OpenSocket;
  session: {
    token: () => string | null;
    /** A newer token, or null when the session has ended. Throws when there is no answer. */
    renew: (stale: string) => Promise<string | null>;
  };
  cursor: Cursor;
  deliver: (batch: LiveBatch) => void;
  schedule: Schedule;
  /** Calls back later; returns the way to call it off. */
  later: (ms: number, work: () => void) => () => void;
  now: () => number;
};

export type LiveConnection = {
  getState: () => ConnectionState;
  subscribe: (listener: () => void) => () => void;
  /** The network is back: do not wait for the next try. */
  retryNow: () => void;
  stop: () => void;
};

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

export function startLiveConnection(deps: Deps): LiveConnection {
  const listeners = new Set<() => void>();
  let state: ConnectionState = { kind: 'connecting' };
  let heardAt: number | null = null;
  let lastSeq = deps.cursor.read();
  /** The replay of this connection; null once `ready` has closed it. */
  let replay: DurableEvent[] | null = [];
  let batch = emptyBatch();
  let wasReady = false;
  let cancelFrame: (() => void) | null = null;
  let cancelPause: (() => void) | null = null;
  /** Runs while the server has asked us to come back elsewhere and the moment for it has not come. */
  let cancelMove: (() => void) | null = null;
  let refusals = 0;
  let usedToken = '';
  let stopped = false;

  const socket: SocketPort = deps.open({
    auth: () => {
      usedToken = deps.session.token() ?? '';
      return { token: usedToken, ...(lastSeq === null ? {} : { last_seq: lastSeq }) };
    },
    handlers: {
      connected: () => {
        replay = [];
        cancelMove?.();
        cancelMove = null;
      },
      disconnected: ({ byServer }) => {
        replay = [];
        setState({ kind: 'reconnecting', heardAt });
        // Closed before our moment: we keep to it, since everybody was closed.
        if (cancelMove !== null) socket.close();
        else if (byServer) comeBack();
      },
      away: ({ afterMs }) => {
        cancelMove?.();
        cancelMove = deps.later(afterMs, () => {
          cancelMove = null;
          socket.close();
          socket.connect();
        });
      },
      refused: () => {
        if (state.kind === 'live') setState({ kind: 'reconnecting', heardAt });
        comeBack();
      },
      event: (event) => {
        heardAt = deps.now();
        // Until `ready` the events are a replay: they are shown together, so they are held together.
        if (replay === null) take([event]);
        else replay.push(event);
      },
      live: (event) => {
        heardAt = deps.now();
        batch.live.push(event);
        flushSoon();
      },
      ready: ({ seq }) => {
        heardAt = deps.now();
        refusals = 0;
        // A server that counts from lower down has restarted; our number means nothing to it.
        if (lastSeq !== null && seq < lastSeq) lastSeq = seq;
        take(replay ?? []);
        replay = null;
        lastSeq = Math.max(lastSeq ?? 0, seq);
        // Hints and changes of the time away are gone; before the first `ready` there was no such time.
        if (wasReady) batch.refetch = true;
        else batch.startedAt = seq;
        wasReady = true;
        setState({ kind: 'live' });
        flushSoon();
      },
    },
  });
  socket.connect();

  /** Adds what was not seen before; a hole in the numbers asks for everything. */
  function take(events: readonly DurableEvent[]): void {
    for (const event of events) {
      if (lastSeq !== null && event.seq <= lastSeq) continue;
      if (lastSeq !== null && event.seq > lastSeq + 1) batch.refetch = true;
      lastSeq = event.seq;
      batch.events.push(event);
    }
    flushSoon();
  }

  function flushSoon(): void {
    cancelFrame ??= deps.schedule(() => {
      cancelFrame = null;
      const full = batch;
      batch = emptyBatch();
      deps.deliver(full);
      // Only what was delivered counts as seen: a reload in between gets it again.
      if (lastSeq !== null) deps.cursor.write(lastSeq);
    });
  }

  /** The token may have run out: renew it, then knock again, more slowly each time the door stays shut. */
  function comeBack(): void {
    refusals += 1;
    const pause = refusals === 1 ? 0 : FIRST_PAUSE_MS * 2 ** (refusals - 2);
    cancelPause?.();
    cancelPause = deps.later(Math.min(pause, LONGEST_PAUSE_MS), () => {
      cancelPause = null;
      void renewAndConnect();
    });
  }

  async function renewAndConnect(): Promise<void> {
    try {
      const token = await deps.session.renew(usedToken);
      if (stopped || token === null) return;
      socket.connect();
    } catch {
      if (!stopped) comeBack();
    }
  }

  function setState(next: ConnectionState): void {
    state = next;
    for (const listener of [...listeners]) listener();
  }

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    retryNow: () => {
      if (state.kind !== 'live') socket.retryNow();
    },
    stop: () => {
      stopped = true;
      cancelFrame?.();
      cancelPause?.();
      cancelMove?.();
      listeners.clear();
      socket.close();
    },
  };
}

function emptyBatch(): LiveBatch {
  return { events: [], live: [], refetch: false, startedAt: null };
}
