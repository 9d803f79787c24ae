/** When the book of a release request opens, on its ticket and in its timeline. */
import { useCallback, useSyncExternalStore } from 'react';
import type { Group } from '@/api/reservation-types';
import { serverNow } from '@/lib/server-clock';
import { HOUR_MS, localZone } from '@/lib/zones';
import { isOpen, type TicketState } from './group-state';
import { releaseMessages } from './messages';
import { clockInZone, countdownText, releaseText } from './release';

/** A longer timer fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;
const SECOND_MS = 1000;

type Props = { group: Pick<Group, 'release_at' | 'status'>; state: TicketState };

export function ReleaseCountdown({ group, state }: Props) {
  const opensAt = group.release_at === null ? null : Date.parse(group.release_at);
  if (opensAt === null || !isOpen(group.status)) return null;
  // A request that is not armed counts nothing down.
  return <OpeningTime opensAt={opensAt} isArmed={state === 'armed'} />;
}

/** Disappears when the book opens, because from then on the status shows it. */
function OpeningTime({ opensAt, isArmed }: { opensAt: number; isArmed: boolean }) {
  const phase = usePhase(opensAt);
  if (phase === 'over') return null;
  const localClock = clockInZone(opensAt, localZone());
  return (
    <div className="release-countdown">
      {isArmed && phase === 'near' && <Countdown opensAt={opensAt} />}
      <p>
        {releaseMessages.bookOpens}{' '}
        <time dateTime={new Date(opensAt).toISOString()}>{releaseText(opensAt)}</time>
      </p>
      {localClock !== null && <p>{releaseMessages.yourTime(localClock)}</p>}
    </div>
  );
}

/** Renders at each full second. A screen reader reads the date and time below it, which do not change. */
function Countdown({ opensAt }: { opensAt: number }) {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const next = () => {
        const left = opensAt - serverNow();
        if (left > 0) timer = setTimeout(tick, left % SECOND_MS || SECOND_MS);
      };
      const tick = () => {
        onChange();
        next();
      };
      let timer: ReturnType<typeof setTimeout> | undefined;
      next();
      return () => {
        clearTimeout(timer);
      };
    },
    [opensAt],
  );
  const text = useSyncExternalStore(subscribe, () => countdownText(opensAt, serverNow()));
  return (
    text !== null && (
      <strong role="timer" aria-hidden="true">
        {text}
      </strong>
    )
  );
}

type Phase = 'far' | 'near' | 'over';

function phaseOf(opensAt: number): Phase {
  const left = opensAt - serverNow();
  if (left <= 0) return 'over';
  return left < HOUR_MS ? 'near' : 'far';
}

/** One timer until the next phase, so nothing renders each second before the last hour. */
function usePhase(opensAt: number): Phase {
  const subscribe = useCallback(
    (onChange: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wait = () => {
        const left = opensAt - serverNow();
        if (left <= 0) return;
        // In the last hour the server's time may be learned while the timer runs.
        const next = left < HOUR_MS ? Math.min(left, SECOND_MS) : left - HOUR_MS + 1;
        timer = setTimeout(
          () => {
            onChange();
            wait();
          },
          Math.min(next, LONGEST_TIMER),
        );
      };
      wait();
      return () => {
        clearTimeout(timer);
      };
    },
    [opensAt],
  );
  return useSyncExternalStore(subscribe, () => phaseOf(opensAt));
}
