/** Runs the live connection of the signed-in user for as long as the caller is mounted. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { renewAccessToken } from '@/api/refresh';
import { readTokens } from '@/api/session';
import {
  startLiveConnection,
  type ConnectionState,
  type LiveBatch,
  type LiveConnection,
} from '@/realtime/connection';
import { sessionCursor } from '@/realtime/cursor';
import { nextFrame } from '@/realtime/frame';
import type { OpenSocket } from '@/realtime/port';
import { applyBatch } from './apply';

type Options = {
  userId: number;
  /** Gives the way to open a socket; it comes late so that no page waits for socket.io. */
  loadSocket: () => Promise<OpenSocket>;
  onBatch: (batch: LiveBatch) => void;
};

export function useLiveConnection({ userId, loadSocket, onBatch }: Options): ConnectionState {
  const queryClient = useQueryClient();
  const [state, setState] = useState<ConnectionState>({ kind: 'connecting' });
  const deliver = useEffectEvent((batch: LiveBatch) => {
    applyBatch(queryClient, batch);
    onBatch(batch);
  });
  const load = useEffectEvent(loadSocket);

  useEffect(() => {
    let connection: LiveConnection | null = null;
    let left = false;
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
          deliver(batch);
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
    };
  }, [userId]);

  return state;
}
