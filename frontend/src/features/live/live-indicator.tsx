/**
 * The live indicator in the header. Mounting it opens the live connection. It shows whether the page is live, shows a
 * toast for each outcome and announces sightings to screen readers.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { meQuery } from '@/api/me';
import type { DurableEvent, LiveEvent } from '@/api/reservation-types';
import { useOffline } from '@/lib/online';
import { formatAgo } from '@/lib/format';
import { useNow } from '@/lib/relative-time';
import { useDelayedFlag } from '@/lib/use-delayed-flag';
import { announce, toast } from '@/ui/toast';
import type { ConnectionState } from '@/realtime/connection';
import { cachedGroup } from '@/entities/request/cache/cached-groups';
import type { NotificationsOf } from '@/entities/notification/notifications';
import { isScreenFree } from '@/entities/notification/booked-here';
import { requestOnPage } from '@/entities/request/on-page';
import { LIVE, TARGET_LABELS } from './messages';
import { type Texts, useLiveConnection } from './use-live-connection';

/** A shorter gap is not shown. */
const INTERRUPTED_AFTER_MS = 1500;
/** How long the ticket of a booked table may take to appear over the page. */
const TAKES_SCREEN_MS = 3000;

type Props = {
  /** Receives the events that are shown as notifications, and the function that words them. */
  onNotifications?: (events: readonly DurableEvent[], notificationsOf: NotificationsOf) => void;
};

export function Live({ onNotifications }: Props) {
  const { data: user } = useQuery(meQuery);
  // Signed out a moment ago: the page is about to close.
  return user !== undefined && <LiveFor userId={user.id} onNotifications={onNotifications} />;
}

type ForProps = { userId: number; onNotifications: Props['onNotifications'] | undefined };

function LiveFor({ userId, onNotifications }: ForProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  const onLive = (events: LiveEvent[], { announcementOf }: Texts) => {
    const text = announcementOf(events);
    if (text !== null) announce(text);
  };
  const onEvents = (events: DurableEvent[], { notificationsOf, targetLink }: Texts) => {
    for (const { target, page, ...content } of notificationsOf(events, (id) =>
      cachedGroup(queryClient, id),
    )) {
      const action =
        page === undefined
          ? { label: TARGET_LABELS[target.to], onClick: () => void navigate(targetLink(target)) }
          : { label: LIVE.bookIt, onClick: () => void window.open(page, '_blank', 'noopener') };
      const shownBy = target.to === 'group' ? [requestOnPage(target.groupId)] : [];
      const isBooked = content.tone === 'confirmed' && target.to === 'group';
      const shownWithinMs = isBooked && isScreenFree() ? TAKES_SCREEN_MS : 0;
      toast({ ...content, action, shownBy, shownWithinMs });
    }
    onNotifications?.(events, notificationsOf);
  };
  const state = useLiveConnection({ userId, onLive, onEvents });

  return <Indicator state={state} />;
}

function Indicator({ state }: { state: ConnectionState }) {
  const offline = useOffline();
  const interrupted = useDelayedFlag(state.kind === 'reconnecting', INTERRUPTED_AFTER_MS);
  if (state.kind === 'connecting') return <Sign live={false}>{LIVE.connecting}</Sign>;
  if (state.kind === 'reconnecting' && (interrupted || offline)) {
    return (
      <Sign live={false}>
        {state.lastMessageAt === null ? LIVE.connecting : <LastUpdate at={state.lastMessageAt} />}
      </Sign>
    );
  }
  return <Sign live>{LIVE.live}</Sign>;
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
      <span className="live-prefix">{LIVE.lastUpdate}</span>
      {formatAgo(at, now)}
    </>
  );
}
