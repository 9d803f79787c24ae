/**
 * Keeps one live connection for the signed-in user and turns what arrives into batches, one for each painted frame.
 * Owns the order of events (each durable event once), the cursor and reconnecting. `features/live` applies the
 * batches.
 */
import type { Cursor } from './cursor';
import type { DurableEvent, LiveEvent } from '@/api/reservation-types';
import type { Schedule } from './frame';
import type { OpenSocket, SocketPort } from './port';

export type ConnectionState =
  | { kind: 'connecting' }
  | { kind: 'live' }
  /** `lastMessageAt`: when the server last sent something, in milliseconds; null if it never did. */
  | { kind: 'reconnecting'; lastMessageAt: number | null };

export type LiveBatch = {
  events: DurableEvent[];
  live: LiveEvent[];
  /** The page may have missed something: everything must be requested again. */
  refetch: boolean;
  /** Set by the first `ready` of this page: answers read before this number are old. */
  startedAt: number | null;
};

type Deps = {
  open: OpenSocket;
  session: {
    token: () => string | null;
    /** Return a newer token, or null if the session has ended. Throws if the server does not answer. */
    renew: (stale: string) => Promise<string | null>;
  };
  cursor: Cursor;
  deliver: (batch: LiveBatch) => void;
  schedule: Schedule;
  /** Call `work` after `ms`; returns the function that cancels it. */
  later: (ms: number, work: () => void) => () => void;
  now: () => number;
};

export type LiveConnection = {
  getState: () => ConnectionState;
  subscribe: (listener: () => void) => () => void;
  /** The network is back: do not wait for the next attempt. */
  retryNow: () => void;
  stop: () => void;
};

const FIRST_REFUSAL_DELAY_MS = 1000;
const LONGEST_REFUSAL_DELAY_MS = 30_000;

export function startLiveConnection(deps: Deps): LiveConnection {
  const listeners = new Set<() => void>();
  let state: ConnectionState = { kind: 'connecting' };
  let lastMessageAt: number | null = null;
  let lastSeq = deps.cursor.read();
  /** The replay of this connection; null after `ready` has closed it. */
  let replay: DurableEvent[] | null = [];
  let batch = emptyBatch();
  let wasReady = false;
  let cancelFrame: (() => void) | null = null;
  /** Whether the waiting delivery has durable events. */
  let isUrgent = false;
  let cancelRetry: (() => void) | null = null;
  /** Set while the server has asked for a reconnect elsewhere and its moment has not come. */
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
        setState({ kind: 'reconnecting', lastMessageAt });
        // The server closed all connections at once, so each browser still waits for its own moment.
        if (cancelMove !== null) socket.close();
        else if (byServer) reconnect();
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
        if (state.kind === 'live') setState({ kind: 'reconnecting', lastMessageAt });
        reconnect();
      },
      event: (event) => {
        lastMessageAt = deps.now();
        // Events before `ready` are a replay, which is delivered as one.
        if (replay === null) addEvents([event]);
        else replay.push(event);
      },
      live: (event) => {
        lastMessageAt = deps.now();
        batch.live.push(event);
        flushSoon();
      },
      ready: ({ seq }) => {
        lastMessageAt = deps.now();
        refusals = 0;
        // A server whose numbers start lower has restarted; the saved number means nothing to it.
        if (lastSeq !== null && seq < lastSeq) lastSeq = seq;
        addEvents(replay ?? []);
        replay = null;
        lastSeq = Math.max(lastSeq ?? 0, seq);
        // Live events and changes during the gap are lost; before the first `ready` there was no gap.
        if (wasReady) batch.refetch = true;
        else batch.startedAt = seq;
        wasReady = true;
        setState({ kind: 'live' });
        flushSoon();
      },
    },
  });
  socket.connect();

  /** Add events that are new; a gap in their numbers requests everything. */
  function addEvents(events: readonly DurableEvent[]): void {
    for (const event of events) {
      if (lastSeq !== null && event.seq <= lastSeq) continue;
      if (lastSeq !== null && event.seq > lastSeq + 1) batch.refetch = true;
      lastSeq = event.seq;
      batch.events.push(event);
    }
    flushSoon({ urgent: true });
  }

  /** Deliver the batch soon. Durable events are urgent, also if live events already wait for a frame. */
  function flushSoon({ urgent } = { urgent: false }): void {
    if (urgent && !isUrgent) cancelFrame?.();
    else if (cancelFrame !== null) return;
    isUrgent = urgent;
    cancelFrame = deps.schedule(flush, { urgent });
  }

  function flush(): void {
    cancelFrame = null;
    isUrgent = false;
    const full = batch;
    batch = emptyBatch();
    deps.deliver(full);
    // Only delivered events count as seen: a reload in between receives them again.
    if (lastSeq !== null) deps.cursor.write(lastSeq);
  }

  /** The token may have expired: renew it, then connect, with a longer delay after each refusal. */
  function reconnect(): void {
    refusals += 1;
    const delayMs = refusals === 1 ? 0 : FIRST_REFUSAL_DELAY_MS * 2 ** (refusals - 2);
    cancelRetry?.();
    cancelRetry = deps.later(Math.min(delayMs, LONGEST_REFUSAL_DELAY_MS), () => {
      cancelRetry = null;
      void renewAndConnect();
    });
  }

  async function renewAndConnect(): Promise<void> {
    try {
      const token = await deps.session.renew(usedToken);
      if (stopped || token === null) return;
      socket.connect();
    } catch {
      if (!stopped) reconnect();
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
      cancelRetry?.();
      cancelMove?.();
      listeners.clear();
      socket.close();
    },
  };
}

function emptyBatch(): LiveBatch {
  return { events: [], live: [], refetch: false, startedAt: null };
}
