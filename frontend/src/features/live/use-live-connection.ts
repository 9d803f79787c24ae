/** Runs the live connection of the signed-in user while the caller is mounted. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { renewAccessToken } from '@/api/refresh';
import type { DurableEvent, LiveEvent } from '@/api/reservation-types';
import { readTokens } from '@/api/session';
import { createBatcher } from '@/lib/batcher';
import { whenIdle } from '@/lib/loading/when-idle';
import type { ConnectionState, LiveBatch, LiveConnection } from '@/realtime/connection';
import { sessionCursor } from '@/realtime/cursor';
import { nextFrame } from '@/realtime/frame';
import { applyBatch, refetchChanged } from './cache-updates';

/** Events within this time are handled together: a burst is one toast and one API call. */
const BATCH_MS = 1000;

/** Nothing on the page waits for the connection, so its code loads last. */
async function loadConnection() {
  await whenIdle();
  const [{ openSocket }, { startLiveConnection }] = await Promise.all([
    import('@/realtime/socket'),
    import('@/realtime/connection'),
  ]);
  return { openSocket, startLiveConnection };
}

type Options = {
  userId: number;
  /** The live events of one frame. */
  onLive: (events: LiveEvent[]) => void;
  /** Durable events: a single one at once, a burst once a second. */
  onEvents: (events: DurableEvent[]) => void;
};

export function useLiveConnection({ userId, onLive, onEvents }: Options): ConnectionState {
  const queryClient = useQueryClient();
  const [state, setState] = useState<ConnectionState>({ kind: 'connecting' });
  const show = useEffectEvent((batch: LiveBatch) => {
    applyBatch(queryClient, batch);
    onLive(batch.live);
  });
  const follow = useEffectEvent((events: DurableEvent[]) => {
    onEvents(events);
    refetchChanged(queryClient, events);
  });

  useEffect(() => {
    let connection: LiveConnection | null = null;
    let left = false;
    const following = createBatcher<DurableEvent>(BATCH_MS, (events) => {
      follow(events);
    });
    const start = ({
      openSocket,
      startLiveConnection,
    }: Awaited<ReturnType<typeof loadConnection>>) => {
      if (left) return;
      const started = startLiveConnection({
        open: openSocket,
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
    // Without the code the page works and shows that it is not connected.
    loadConnection().then(start, () => undefined);
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
