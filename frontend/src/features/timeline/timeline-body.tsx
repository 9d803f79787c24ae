/** The content of a group's timeline: the current state, the counts, all entries, and the actions. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Group, TimelineEntry } from '@/api/reservation-types';
import { formatCount } from '@/lib/format';
import { serverNow } from '@/lib/server-clock';
import { lazyExtra } from '@/ui/lazy-component';
import { LoadError } from '@/ui/load-error';
import { Skeleton } from '@/ui/skeleton';
import { AcceptFee } from '@/entities/request/actions/accept-fee';
import { Ago } from '@/entities/request/ago';
import {
  activeMembers,
  canLookAgain,
  isOpen,
  pausedPart,
  ticketState,
  type TicketState,
} from '@/entities/request/group-state';
import { LookAgain } from '@/entities/request/actions/look-again';
import { messages } from '@/entities/request/messages';
import { OpenTableLinks } from '@/entities/request/actions/open-table-links';
import { ReleaseCountdown } from '@/entities/request/release-countdown';
import type { GroupAction } from '@/entities/request/cache/group-changes';
import { timelineQuery } from '@/entities/request/cache/queries';
import { BookedTables, GoneTables } from './booked-tables';
import { TimelineEntries } from './timeline-entries';
import { StatusIcon } from '@/entities/request/status-icon';
import { canRepeat, SameAgain } from '@/entities/request/actions/same-again';
import { GroupActions } from '@/entities/request/actions/ticket-actions';
import {
  helpText,
  ticketNotes,
  platformsOf,
  statusLabel,
  watchTotals,
} from '@/entities/request/ticket/ticket-text';
import { NothingOpened } from './nothing-opened';
import { swapFiled } from '@/entities/request/swap-text';
import { timelineMessages } from '@/entities/request/ticket/ticket-messages';
import { releaseFacts, releaseInstant, reloadAfter } from './release-facts';
import { openSighting } from './timeline-items';
import { lazyPanel } from '@/ui/overlays/lazy-panel';
import { slotText } from '@/entities/request/slot-text';

const GroupOdds = lazyExtra(
  async () => (await import('@/entities/request/odds/group-odds')).GroupOdds,
);

const ReleaseReplay = lazyExtra(async () => (await import('./release-replay')).ReleaseReplay);

const NextChoices = lazyExtra(async () => (await import('./next-choices')).NextChoices);

const Readiness = lazyPanel(async () => (await import('./readiness')).Readiness);

export type TimelineProps = {
  group: Group;
  limit: number | null;
  onAction: (action: GroupAction, group: Group) => void;
  onClose: () => void;
  /** No ticket beside it asks whether to accept a fee. */
  asks?: boolean;
};

/** A long timeline scrolls inside the panel, also by the keyboard when nothing in it is focusable. */
export function Scroll({ children }: { children: ReactNode }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the only way to scroll it by keys
    <div className="timeline-scroll" tabIndex={0}>
      {children}
    </div>
  );
}

export function TimelineBody({
  group,
  limit,
  onAction,
  asks = true,
}: Omit<TimelineProps, 'onClose'>) {
  const opensAt = releaseInstant(group);
  const timeline = useQuery({
    ...timelineQuery(group.group_id),
    // Pushed entries may be dropped for a slow browser; the stored timeline has all of them.
    refetchInterval: () => reloadAfter(opensAt, serverNow()),
  });
  const state = ticketState(group);
  const watched = watchTotals(group.members);
  const facts = opensAt === null ? [] : releaseFacts(timeline.data?.entries ?? [], opensAt);
  const totals = timeline.data?.totals;
  const checks = Math.max(totals?.checks ?? 0, watched.checks);
  const attempts = Math.max(totals?.attempts ?? 0, watched.attempts);
  const isQuiet =
    state === 'watching' && group.snipe_type === 'cancel' && checks > 0 && totals?.seen === 0;
  // After watching has ended, the last entry with a check count has the time of the last check.
  const lastCheckAt =
    watched.lastCheckAt ??
    timeline.data?.entries.find(({ checks }) => (checks ?? 0) > 0)?.at ??
    null;
  return (
    <>
      <div className="timeline-now">
        <p className="status">
          <StatusIcon state={state} />
          {statusLabel(group, state)}
        </p>
        <ReleaseCountdown group={group} state={state} />
        {(asks || state !== 'held_back') && (
          <p>{nowText(group, state, limit, timeline.data?.entries ?? [])}</p>
        )}
        {isQuiet && <NothingOpened group={group} looks={checks} />}
      </div>
      <BookedTables group={group} />
      <GoneTables group={group} />
      {opensAt !== null && facts.length > 0 && (
        <ReleaseReplay facts={facts} opensAt={opensAt} platform={platformsOf(group)} />
      )}
      {group.status === 'unsuccessful' && <NextChoices group={group} />}
      <Facts checks={isQuiet ? 0 : checks} attempts={attempts} lastCheckAt={lastCheckAt} />
      {group.status === 'active' && group.snipe_type === 'cancel' && (
        <GroupOdds groupId={group.group_id} />
      )}
      {group.status === 'active' && <Readiness key={`readiness ${group.group_id}`} group={group} />}
      {timeline.data !== undefined && (
        <TimelineEntries
          key={group.group_id}
          entries={timeline.data.entries}
          attempts={timeline.data.totals.attempts}
          members={activeMembers(group)}
          platform={platformsOf(group)}
          filed={swapFiled(group)}
        />
      )}
      {timeline.isPending && <EntriesSkeleton />}
      {timeline.isLoadingError && (
        <LoadError
          title={messages.timelineFailed}
          pending={timeline.isFetching}
          onRetry={() => void timeline.refetch()}
        />
      )}
      {(isOpen(group.status) || canLookAgain(group) || canRepeat(group)) && (
        <div className="timeline-foot">
          <LookAgain group={group} />
          {asks && state === 'held_back' && <AcceptFee group={group} />}
          <OpenTableLinks group={group} />
          <GroupActions group={group} state={state} onAction={onAction} />
          <SameAgain group={group} />
        </div>
      )}
    </>
  );
}

/** The numbers of the request, once they are not 0. */
function Facts({
  checks,
  attempts,
  lastCheckAt,
}: {
  checks: number;
  attempts: number;
  lastCheckAt: string | null;
}) {
  if (checks === 0 && attempts === 0 && lastCheckAt === null) return null;
  return (
    <dl className="timeline-facts">
      {checks > 0 && (
        <div>
          <dt>{timelineMessages.checks}</dt>
          <dd>{formatCount(checks)}</dd>
        </div>
      )}
      {attempts > 0 && (
        <div>
          <dt>{timelineMessages.attempts}</dt>
          <dd>{formatCount(attempts)}</dd>
        </div>
      )}
      {lastCheckAt !== null && (
        <div>
          <dt>{timelineMessages.lastCheck}</dt>
          <dd>
            <Ago at={lastCheckAt} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** What is happening, with the table while one is being booked. */
function nowText(
  group: Group,
  state: TicketState,
  limit: number | null,
  entries: readonly TimelineEntry[],
): string {
  const seen = openSighting(entries);
  if (state === 'booking' && seen !== null) {
    return [slotText(seen), seen.venue_name].filter((part) => part !== '').join(', ');
  }
  const isPaused = state === 'paused' || pausedPart(group).length > 0;
  if (isPaused || (!isOpen(group.status) && state !== 'confirmed')) {
    return ticketNotes(group, { state, notes: [], limit })
      .map((note) => note.text)
      .join(' ');
  }
  return helpText(group, state, limit);
}

function EntriesSkeleton() {
  return (
    <div className="grid gap-2 pt-4" aria-busy="true">
      <p className="sr-only" role="status">
        {timelineMessages.loading}
      </p>
      {[1, 2, 3, 4].map((note) => (
        <Skeleton key={note} className="h-5 w-full" />
      ))}
    </div>
  );
}
