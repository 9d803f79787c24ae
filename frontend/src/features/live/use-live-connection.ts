/** Runs the live connection of the signed-in user for as long as the caller is mounted. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { renewAccessToken } from '@/api/refresh';
import type { DurableEvent, LiveEvent } from '@/api/reservation-types';
import { readTokens } from '@/api/session';
import { gather } from '@/lib/batcher';
import {
  startLiveConnection,
  type ConnectionState,
  type LiveBatch,
  type LiveConnection,
} from '@/realtime/connection';
import { sessionCursor } from '@/realtime/cursor';
import { nextFrame } from '@/realtime/frame';
import type { OpenSocket } from '@/realtime/port';
import { applyBatch, askAbout } from './cache-updates';

/** What follows an event within so long is told and asked about together: a burst is one toast and one question. */
const PAUSE_MS = 1000;

type Options = {
  userId: number;
  /** Gives the way to open a socket; it comes late so that no page waits for socket.io. */
  loadSocket: () => Promise<OpenSocket>;
  /** Hints of one frame. */
  onLive: (events: LiveEvent[]) => void;
  /** What happened: at once when it comes alone, in bursts once a second. */
  onEvents: (events: DurableEvent[]) => void;
};

export function useLiveConnection({
  userId,
  loadSocket,
  onLive,
  onEvents,
}: Options): ConnectionState {
  const queryClient = useQueryClient();
  const [state, setState] = useState<ConnectionState>({ kind: 'connecting' });
  const show = useEffectEvent((batch: LiveBatch) => {
    applyBatch(queryClient, batch);
    onLive(batch.live);
  });
  const follow = useEffectEvent((events: DurableEvent[]) => {
    onEvents(events);
    askAbout(queryClient, events);
  });
  const load = useEffectEvent(loadSocket);

  useEffect(() => {
    let connection: LiveConnection | null = null;
    let left = false;
    const following = gather<DurableEvent>(PAUSE_MS, (events) => {
      follow(events);
    });
    const start = (open: OpenSocket) => {
      if (left) return;
      const started = startLiveConnection({
        open,
        session: {
          token: () => readTokens()?.access_token ?? null,
          renew: renewAccessToken,
        },
        cursor: sessionCursor(userId),
        deliver: (batch) => {
          show(batch);
          following.add(batch.events);
        },
        schedule: nextFrame,
        later: (ms, work) => {
          const timer = setTimeout(work, ms);
          return () => {
            clearTimeout(timer);
          };
        },
        now: Date.now,
      });
      started.subscribe(() => {
        setState(started.getState());
      });
      connection = started;
    };
    // Without the code there is no live page, but a page all the same: it says so by staying unconnected.
    load().then(start, () => undefined);
    const onOnline = () => connection?.retryNow();
    window.addEventListener('online', onOnline);
    return () => {
      left = true;
      window.removeEventListener('online', onOnline);
      connection?.stop();
      following.stop();
    };
  }, [userId]);

  return state;
}
