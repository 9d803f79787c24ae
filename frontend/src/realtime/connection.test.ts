// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import { startLiveConnection, type LiveBatch, type LiveConnection } from './connection';
import { sessionCursor } from './cursor';
import type { ChangedEvent } from '@/api/reservation-types';
import type { ConnectAuth, SocketHandlers } from './port';

const USER = 7;

function changed(seq: number): ChangedEvent {
  return {
    seq,
    type: 'reservation.changed',
    at: '2026-11-20T19:04:12.000Z',
    group_id: 4127,
    group_status: 'paused',
    what: 'paused',
    reason: null,
    reason_text: null,
  };
}

/** A server and a clock controlled by the test. */
function setUp({ token = 'access-1' }: { token?: string } = {}) {
  const batches: LiveBatch[] = [];
  const calls: string[] = [];
  const scheduled: string[] = [];
  const delays: { ms: number; work: () => void }[] = [];
  let frame: (() => void) | null = null;
  let held = token;
  let renewal: () => Promise<string | null> = () => Promise.resolve('access-2');
  let port: { auth: () => ConnectAuth; handlers: SocketHandlers } | undefined;
  let now = 1000;
  const connection: LiveConnection = startLiveConnection({
    open: (options) => {
      port = options;
      return {
        connect: () => calls.push(`connect ${JSON.stringify(options.auth())}`),
        retryNow: () => calls.push('retryNow'),
        close: () => calls.push('close'),
      };
    },
    session: {
      token: () => held,
      renew: async (stale) => {
        calls.push(`renew ${stale}`);
        const renewed = await renewal();
        if (renewed !== null) held = renewed;
        return renewed;
      },
    },
    cursor: sessionCursor(USER),
    deliver: (batch) => batches.push(batch),
    schedule: (work, { urgent } = { urgent: false }) => {
      frame = work;
      scheduled.push(urgent ? 'urgent' : 'live');
      return () => {
        frame = null;
        scheduled.push('canceled');
      };
    },
    later: (ms, work) => {
      delays.push({ ms, work });
      return () => undefined;
    },
    now: () => now,
  });
  if (port === undefined) throw new Error('the connection opened no socket');
  return {
    connection,
    calls,
    scheduled,
    delays,
    server: port.handlers,
    at: (time: number) => {
      now = time;
    },
    /** What the next painted frame delivers; undefined if nothing was pending. */
    paint: () => {
      const before = batches.length;
      const work = frame;
      frame = null;
      work?.();
      return batches[before];
    },
    renewBy: (answer: () => Promise<string | null>) => {
      renewal = answer;
    },
    /** Ends the last requested delay. */
    endDelay: async () => {
      delays.at(-1)?.work();
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

function saved() {
  return sessionCursor(USER).read();
}

beforeEach(() => {
  sessionStorage.clear();
});

describe('connecting', () => {
  test('a new tab starts at the present and reports the number', () => {
    const { calls, server, paint, connection } = setUp();
    expect(calls).toEqual(['connect {"token":"access-1"}']);
    server.connected();
    server.ready({ seq: 41 });
    expect(connection.getState()).toEqual({ kind: 'live' });
    expect(paint()).toEqual({ events: [], live: [], refetch: false, startedAt: 41 });
    expect(saved()).toBe(41);
  });

  test('a reloaded tab sends the last number it has seen', () => {
    sessionCursor(USER).write(41);
    expect(setUp().calls).toEqual(['connect {"token":"access-1","last_seq":41}']);
  });

  test('the number of another user in this tab is ignored', () => {
    sessionCursor(8).write(41);
    expect(setUp().calls).toEqual(['connect {"token":"access-1"}']);
  });

  test('an invalid stored cursor is ignored', () => {
    sessionStorage.setItem(`last-seq:${USER}`, 'many');
    expect(saved()).toBeNull();
  });

  test('a complete replay is delivered in one batch', () => {
    sessionCursor(USER).write(41);
    const { server, paint } = setUp();
    server.connected();
    server.event(changed(42));
    server.event(changed(43));
    expect(paint()).toBeUndefined();
    server.ready({ seq: 43 });
    expect(paint()?.events.map((event) => event.seq)).toEqual([42, 43]);
    expect(saved()).toBe(43);
  });

  test('after an interrupted replay each event is delivered once', () => {
    sessionCursor(USER).write(41);
    const { server, paint } = setUp();
    server.connected();
    server.event(changed(42));
    server.disconnected({ byServer: false });
    server.connected();
    server.event(changed(42));
    server.ready({ seq: 42 });
    expect(paint()?.events.map((event) => event.seq)).toEqual([42]);
  });

  test('lower numbers after a server restart are accepted', () => {
    sessionCursor(USER).write(41);
    const { server, paint } = setUp();
    server.connected();
    server.ready({ seq: 2 });
    paint();
    server.event(changed(3));
    expect(paint()?.events.map((event) => event.seq)).toEqual([3]);
    expect(saved()).toBe(3);
  });
});

describe('events', () => {
  function liveStage() {
    const parts = setUp();
    parts.server.connected();
    parts.server.ready({ seq: 10 });
    parts.paint();
    return parts;
  }

  test('of one frame are one batch, in order', () => {
    const { server, paint } = liveStage();
    server.live({ type: 'watch.ticks', at: '', ticks: [] });
    server.event(changed(11));
    server.event(changed(12));
    const batch = paint();
    expect(batch?.events.map((event) => event.seq)).toEqual([11, 12]);
    expect(batch?.live).toHaveLength(1);
    expect(batch?.refetch).toBe(false);
    expect(paint()).toBeUndefined();
  });

  test('are urgent, also while live events wait for a frame', () => {
    const { server, paint, scheduled } = liveStage();
    scheduled.length = 0;
    server.live({ type: 'watch.ticks', at: '', ticks: [] });
    server.event(changed(11));
    server.event(changed(12));
    server.live({ type: 'watch.ticks', at: '', ticks: [] });
    expect(scheduled).toEqual(['live', 'canceled', 'urgent']);
    expect(paint()).toMatchObject({ events: [{ seq: 11 }, { seq: 12 }], live: [{}, {}] });
    server.live({ type: 'watch.ticks', at: '', ticks: [] });
    expect(scheduled.at(-1)).toBe('live');
  });

  test('that were seen before are dropped', () => {
    const { server, paint } = liveStage();
    server.event(changed(11));
    paint();
    server.event(changed(11));
    server.event(changed(9));
    expect(paint()?.events).toEqual([]);
  });

  test('with a gap in their numbers request everything', () => {
    const { server, paint } = liveStage();
    server.event(changed(13));
    expect(paint()).toMatchObject({ events: [{ seq: 13 }], refetch: true });
  });

  test('that were not delivered do not count as seen', () => {
    const { server } = liveStage();
    server.event(changed(11));
    expect(saved()).toBe(10);
  });

  test('are not delivered after the stop', () => {
    const { server, paint, connection, calls } = liveStage();
    server.event(changed(11));
    connection.stop();
    expect(paint()).toBeUndefined();
    expect(calls.at(-1)).toBe('close');
  });
});

describe('reconnecting', () => {
  test('a lost network reports the last message and waits for socket.io', () => {
    const { server, connection, at, calls } = setUp();
    server.connected();
    at(5000);
    server.ready({ seq: 1 });
    server.disconnected({ byServer: false });
    expect(connection.getState()).toEqual({ kind: 'reconnecting', lastMessageAt: 5000 });
    expect(calls).toHaveLength(1);
    connection.retryNow();
    expect(calls.at(-1)).toBe('retryNow');
  });

  test('everything is requested after a gap', () => {
    const { server, paint } = setUp();
    server.connected();
    server.ready({ seq: 1 });
    paint();
    server.disconnected({ byServer: false });
    server.connected();
    server.ready({ seq: 1 });
    expect(paint()).toEqual({ events: [], live: [], refetch: true, startedAt: null });
  });

  test('a refused CONNECT renews the token and connects with the new one', async () => {
    const { server, calls, endDelay, delays } = setUp();
    server.refused();
    expect(delays.at(-1)?.ms).toBe(0);
    await endDelay();
    expect(calls.slice(1)).toEqual(['renew access-1', 'connect {"token":"access-2"}']);
  });

  test('a disconnect by the server does the same', async () => {
    const { server, calls, endDelay } = setUp();
    server.connected();
    server.ready({ seq: 4 });
    server.disconnected({ byServer: true });
    await endDelay();
    expect(calls.slice(1)).toEqual(['renew access-1', 'connect {"token":"access-2","last_seq":4}']);
  });

  test('no connection is attempted after the session has ended', async () => {
    const { server, calls, endDelay, renewBy } = setUp();
    renewBy(() => Promise.resolve(null));
    server.refused();
    await endDelay();
    expect(calls.slice(1)).toEqual(['renew access-1']);
  });

  test('repeated refusals increase the delay', async () => {
    const { server, delays, endDelay } = setUp();
    for (let knock = 0; knock < 8; knock += 1) {
      server.refused();
      await endDelay();
    }
    expect(delays.map((pause) => pause.ms)).toEqual([
      0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ]);
  });

  test('a renewal without an answer is retried', async () => {
    const { server, delays, endDelay, renewBy, calls } = setUp();
    renewBy(() => Promise.reject(new Error('no network')));
    server.refused();
    await endDelay();
    expect(delays).toHaveLength(2);
    renewBy(() => Promise.resolve('access-2'));
    await endDelay();
    expect(calls.at(-1)).toBe('connect {"token":"access-2"}');
  });

  test('a ready connection resets the delay', async () => {
    const { server, delays, endDelay } = setUp();
    server.refused();
    await endDelay();
    server.connected();
    server.ready({ seq: 1 });
    server.disconnected({ byServer: true });
    expect(delays.at(-1)?.ms).toBe(0);
  });
});

describe('a server that announces its shutdown', () => {
  test('is left at the random moment, and the next one gets the last number', async () => {
    const { server, calls, endDelay, delays } = setUp();
    server.connected();
    server.ready({ seq: 4 });
    server.away({ afterMs: 12_000 });
    expect(calls).toHaveLength(1);
    expect(delays.at(-1)?.ms).toBe(12_000);
    await endDelay();
    expect(calls.slice(1)).toEqual(['close', 'connect {"token":"access-1","last_seq":4}']);
  });

  test('that closes earlier is replaced at that moment, not at once', async () => {
    const { server, calls, endDelay, connection } = setUp();
    server.connected();
    server.ready({ seq: 4 });
    server.away({ afterMs: 12_000 });
    server.disconnected({ byServer: false });
    expect(calls.slice(1)).toEqual(['close']);
    expect(connection.getState().kind).toBe('reconnecting');
    await endDelay();
    expect(calls.at(-1)).toBe('connect {"token":"access-1","last_seq":4}');
  });
});
