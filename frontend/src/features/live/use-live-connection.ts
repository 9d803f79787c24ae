/** Runs the live connection of the signed-in user while the caller is mounted. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { renewAccessToken } from '@/api/refresh';
import type { DurableEvent, LiveEvent } from '@/api/reservation-types';
import { readTokens } from '@/api/session';
import { afterFrame } from '@/lib/after-frame';
import { createBatcher } from '@/lib/batcher';
import { whenIdle } from '@/lib/loading/when-idle';
import { whenOnline } from '@/lib/loading/when-online';
import type { ConnectionState, LiveBatch, LiveConnection } from '@/realtime/connection';
import { sessionCursor } from '@/realtime/cursor';
import { nextFrame } from '@/realtime/frame';
import { applyBatch, refetchChanged } from './cache-updates';

/** Events within this time are handled together: a burst is one toast and one API call. */
const BATCH_MS = 1000;

/** Nothing on the page waits for the connection, so its code loads last. */
async function loadConnection() {
  await whenIdle();
  const [{ openSocket }, { startLiveConnection }, texts] = await Promise.all([
    import('@/realtime/socket'),
    import('@/realtime/connection'),
    import('@/entities/notification/notifications'),
  ]);
  return { openSocket, startLiveConnection, texts };
}

type Code = Awaited<ReturnType<typeof loadConnection>>;
/** The functions that word notifications. */
export type Texts = Code['texts'];

type Options = {
  userId: number;
  /** The live events of one frame. */
  onLive: (events: LiveEvent[], texts: Texts) => void;
  /** Durable events: a single one at once, a burst once a second. */
  onEvents: (events: DurableEvent[], texts: Texts) => void;
};

export function useLiveConnection({ userId, onLive, onEvents }: Options): ConnectionState {
  const queryClient = useQueryClient();
  const [state, setState] = useState<ConnectionState>({ kind: 'connecting' });
  const show = useEffectEvent((batch: LiveBatch, texts: Texts) => {
    applyBatch(queryClient, batch);
    onLive(batch.live, texts);
  });
  const follow = useEffectEvent((events: DurableEvent[], texts: Texts) => {
    onEvents(events, texts);
    refetchChanged(queryClient, events);
  });

  useEffect(() => {
    let connection: LiveConnection | null = null;
    let left = false;
    let stop = () => {
      left = true;
    };
    const start = ({ openSocket, startLiveConnection, texts }: Code) => {
      if (left) return;
      const following = createBatcher<DurableEvent>(BATCH_MS, (events) => {
        follow(events, texts);
      });
      const started = startLiveConnection({
        open: openSocket,
        session: {
          token: () => readTokens()?.access_token ?? null,
          renew: renewAccessToken,
        },
        cursor: sessionCursor(userId),
        deliver: (batch) => {
          show(batch, texts);
          // The ticket is painted first; the toast and the calls to the API follow.
          afterFrame(() => {
            if (!left) following.add(batch.events);
          });
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
      stop = () => {
        left = true;
        started.stop();
        following.stop();
      };
    };
    // Without the code the page works and shows that it is not connected.
    whenOnline(loadConnection).then(start, () => undefined);
    const onOnline = () => connection?.retryNow();
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('online', onOnline);
      stop();
    };
  }, [userId]);

  return state;
}
