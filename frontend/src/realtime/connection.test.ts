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

/** A server and a clock in the test's hand. */
function stage({ token = 'access-1' }: { token?: string } = {}) {
  const batches: LiveBatch[] = [];
  const calls: string[] = [];
  const pauses: { ms: number; work: () => void }[] = [];
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
    schedule: (work) => {
      frame = work;
      return () => {
        frame = null;
      };
    },
    later: (ms, work) => {
      pauses.push({ ms, work });
      return () => undefined;
    },
    now: () => now,
  });
  if (port === undefined) throw new Error('the connection opened no socket');
  return {
    connection,
    calls,
    pauses,
    server: port.handlers,
    at: (time: number) => {
      now = time;
    },
    /** What the next painted frame delivers; undefined when nothing was waiting. */
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
    /** Lets the last asked-for pause pass. */
    pass: async () => {
      pauses.at(-1)?.work();
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

describe('coming in', () => {
  test('a new tab starts at the present and says at which number', () => {
    const { calls, server, paint, connection } = stage();
    expect(calls).toEqual(['connect {"token":"access-1"}']);
    server.connected();
    server.ready({ seq: 41 });
    expect(connection.getState()).toEqual({ kind: 'live' });
    expect(paint()).toEqual({ events: [], live: [], refetch: false, startedAt: 41 });
    expect(saved()).toBe(41);
  });

  test('a reloaded tab says what it has seen', () => {
    sessionCursor(USER).write(41);
    expect(stage().calls).toEqual(['connect {"token":"access-1","last_seq":41}']);
  });

  test('what another user saw in this tab says nothing', () => {
    sessionCursor(8).write(41);
    expect(stage().calls).toEqual(['connect {"token":"access-1"}']);
  });

  test('a cursor that was tampered with is no cursor', () => {
    sessionStorage.setItem(`last-seq:${USER}`, 'many');
    expect(saved()).toBeNull();
  });

  test('a replay is delivered in one batch, when it is whole', () => {
    sessionCursor(USER).write(41);
    const { server, paint } = stage();
    server.connected();
    server.event(changed(42));
    server.event(changed(43));
    expect(paint()).toBeUndefined();
    server.ready({ seq: 43 });
    expect(paint()?.events.map((event) => event.seq)).toEqual([42, 43]);
    expect(saved()).toBe(43);
  });

  test('a replay that broke off is replayed again, and each event is delivered once', () => {
    sessionCursor(USER).write(41);
    const { server, paint } = stage();
    server.connected();
    server.event(changed(42));
    server.disconnected({ byServer: false });
    server.connected();
    server.event(changed(42));
    server.ready({ seq: 42 });
    expect(paint()?.events.map((event) => event.seq)).toEqual([42]);
  });

  test('a server that restarted is believed', () => {
    sessionCursor(USER).write(41);
    const { server, paint } = stage();
    server.connected();
    server.ready({ seq: 2 });
    paint();
    server.event(changed(3));
    expect(paint()?.events.map((event) => event.seq)).toEqual([3]);
    expect(saved()).toBe(3);
  });
});

describe('what arrives', () => {
  function liveStage() {
    const parts = stage();
    parts.server.connected();
    parts.server.ready({ seq: 10 });
    parts.paint();
    return parts;
  }

  test('all of one frame is one batch, in order', () => {
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

  test('an event seen before is dropped', () => {
    const { server, paint } = liveStage();
    server.event(changed(11));
    paint();
    server.event(changed(11));
    server.event(changed(9));
    expect(paint()?.events).toEqual([]);
  });

  test('a hole in the numbers asks for everything', () => {
    const { server, paint } = liveStage();
    server.event(changed(13));
    expect(paint()).toMatchObject({ events: [{ seq: 13 }], refetch: true });
  });

  test('an event that was not delivered is not counted as seen', () => {
    const { server } = liveStage();
    server.event(changed(11));
    expect(saved()).toBe(10);
  });

  test('nothing is delivered after the stop', () => {
    const { server, paint, connection, calls } = liveStage();
    server.event(changed(11));
    connection.stop();
    expect(paint()).toBeUndefined();
    expect(calls.at(-1)).toBe('close');
  });
});

describe('coming back', () => {
  test('a lost network says when the server was last heard and waits for socket.io', () => {
    const { server, connection, at, calls } = stage();
    server.connected();
    at(5000);
    server.ready({ seq: 1 });
    server.disconnected({ byServer: false });
    expect(connection.getState()).toEqual({ kind: 'reconnecting', lastMessageAt: 5000 });
    expect(calls).toHaveLength(1);
    connection.retryNow();
    expect(calls.at(-1)).toBe('retryNow');
  });

  test('after a time away everything is asked for', () => {
    const { server, paint } = stage();
    server.connected();
    server.ready({ seq: 1 });
    paint();
    server.disconnected({ byServer: false });
    server.connected();
    server.ready({ seq: 1 });
    expect(paint()).toEqual({ events: [], live: [], refetch: true, startedAt: null });
  });

  test('a refused CONNECT renews the token and connects with the new one', async () => {
    const { server, calls, pass, pauses } = stage();
    server.refused();
    expect(pauses.at(-1)?.ms).toBe(0);
    await pass();
    expect(calls.slice(1)).toEqual(['renew access-1', 'connect {"token":"access-2"}']);
  });

  test('a disconnect by the server does the same', async () => {
    const { server, calls, pass } = stage();
    server.connected();
    server.ready({ seq: 4 });
    server.disconnected({ byServer: true });
    await pass();
    expect(calls.slice(1)).toEqual(['renew access-1', 'connect {"token":"access-2","last_seq":4}']);
  });

  test('a session that has ended is not knocked for', async () => {
    const { server, calls, pass, renewBy } = stage();
    renewBy(() => Promise.resolve(null));
    server.refused();
    await pass();
    expect(calls.slice(1)).toEqual(['renew access-1']);
  });

  test('a door that stays shut is knocked at more and more slowly', async () => {
    const { server, pauses, pass } = stage();
    for (let knock = 0; knock < 8; knock += 1) {
      server.refused();
      await pass();
    }
    expect(pauses.map((pause) => pause.ms)).toEqual([
      0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ]);
  });

  test('no answer to the renewal is tried again', async () => {
    const { server, pauses, pass, renewBy, calls } = stage();
    renewBy(() => Promise.reject(new Error('no network')));
    server.refused();
    await pass();
    expect(pauses).toHaveLength(2);
    renewBy(() => Promise.resolve('access-2'));
    await pass();
    expect(calls.at(-1)).toBe('connect {"token":"access-2"}');
  });

  test('a connection that stood forgives the refusals before it', async () => {
    const { server, pauses, pass } = stage();
    server.refused();
    await pass();
    server.connected();
    server.ready({ seq: 1 });
    server.disconnected({ byServer: true });
    expect(pauses.at(-1)?.ms).toBe(0);
  });
});

describe('a server that is about to leave', () => {
  test('is left at the moment drawn, and the next one is told what was seen', async () => {
    const { server, calls, pass, pauses } = stage();
    server.connected();
    server.ready({ seq: 4 });
    server.away({ afterMs: 12_000 });
    expect(calls).toHaveLength(1);
    expect(pauses.at(-1)?.ms).toBe(12_000);
    await pass();
    expect(calls.slice(1)).toEqual(['close', 'connect {"token":"access-1","last_seq":4}']);
  });

  test('that closes before it is come back for at that moment, not with everybody at once', async () => {
    const { server, calls, pass, connection } = stage();
    server.connected();
    server.ready({ seq: 4 });
    server.away({ afterMs: 12_000 });
    server.disconnected({ byServer: false });
    expect(calls.slice(1)).toEqual(['close']);
    expect(connection.getState().kind).toBe('reconnecting');
    await pass();
    expect(calls.at(-1)).toBe('connect {"token":"access-1","last_seq":4}');
  });
});
