/**
 * The live indicator in the header. Mounting it opens the live connection; it shows whether the page is live,
 * raises a toast for each outcome and says a sighting to a screen reader.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { meQuery } from '@/api/me';
import type { DurableEvent, LiveEvent } from '@/api/reservation-types';
import { useOffline } from '@/lib/online';
import { formatAgo, useNow } from '@/lib/relative-time';
import { useLate } from '@/lib/use-delayed-flag';
import { whenIdle } from '@/lib/loading/when-idle';
import { toast } from '@/ui/toast';
import type { ConnectionState } from '@/realtime/connection';
import type { OpenSocket } from '@/realtime/port';
import { shownGroup } from '@/entities/request/cache/cached-groups';
import { announcementOf, newsOf, type NewsTarget } from '@/entities/notification/notifications';
import { useLiveConnection } from './use-live-connection';

/** A gap this short is not worth a word. */
const SHOW_AFTER_MS = 1500;

const TARGET_LABELS: Record<NewsTarget['to'], string> = {
  group: 'Show',
  list: 'Show all',
  accounts: 'Reconnect',
  subscription: 'Your plan',
};

/** Nothing on the page waits for the socket, so its code does not compete with what does. */
const loadSocketIo = async (): Promise<OpenSocket> => {
  await whenIdle();
  return (await import('@/realtime/socket')).openSocket;
};

type Props = {
  loadSocket?: () => Promise<OpenSocket>;
  /** Hears what happened, as it is told. */
  onNews?: (events: readonly DurableEvent[]) => void;
};

export function Live({ loadSocket = loadSocketIo, onNews }: Props) {
  const { data: user } = useQuery(meQuery);
  // Signed out a moment ago: the page is about to go.
  return user !== undefined && <LiveFor userId={user.id} loadSocket={loadSocket} onNews={onNews} />;
}

type ForProps = {
  userId: number;
  loadSocket: () => Promise<OpenSocket>;
  onNews: Props['onNews'] | undefined;
};

function LiveFor({ userId, loadSocket, onNews }: ForProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [announcement, setAnnouncement] = useState('');

  const follow = (target: NewsTarget) => {
    if (target.to === 'accounts') return navigate({ to: '/connect-accounts' });
    if (target.to === 'subscription') {
      return navigate({ to: '/profile', search: { tab: 'subscription' } });
    }
    const search = target.to === 'group' ? { open: String(target.groupId) } : {};
    return navigate({ to: '/reservations', search });
  };
  const onLive = (events: LiveEvent[]) => {
    const line = announcementOf(events);
    if (line !== null) setAnnouncement(line);
  };
  const onEvents = (events: DurableEvent[]) => {
    for (const { target, ...news } of newsOf(events, (id) => shownGroup(queryClient, id))) {
      const action = { label: TARGET_LABELS[target.to], onPress: () => void follow(target) };
      toast({ ...news, action });
    }
    onNews?.(events);
  };
  const state = useLiveConnection({ userId, loadSocket, onLive, onEvents });

  return (
    <>
      <Indicator state={state} />
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </>
  );
}

function Indicator({ state }: { state: ConnectionState }) {
  const offline = useOffline();
  const interrupted = useLate(state.kind === 'reconnecting', SHOW_AFTER_MS);
  if (state.kind === 'connecting') return <Sign live={false}>Connecting…</Sign>;
  if (state.kind === 'reconnecting' && (interrupted || offline)) {
    return (
      <Sign live={false}>
        {state.heardAt === null ? 'Connecting…' : <LastUpdate at={state.heardAt} />}
      </Sign>
    );
  }
  return <Sign live>Live</Sign>;
}

function Sign({ live, children }: { live: boolean; children: React.ReactNode }) {
  return (
    <span className="live" data-live={live}>
      <span className={live ? 'dot text-confirmed' : 'dot text-ink-faint'} aria-hidden="true" />
      <span>{children}</span>
    </span>
  );
}

function LastUpdate({ at }: { at: number }) {
  const now = useNow();
  return (
    <>
      <span className="live-what">Last update </span>
      {formatAgo(at, now)}
    </>
  );
}
