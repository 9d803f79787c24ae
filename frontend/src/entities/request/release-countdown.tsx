/** When the book of a release request opens, on its ticket and in its timeline. */
import { useCallback, useSyncExternalStore } from 'react';
import type { Group } from '@/api/reservation-types';
import { useNow } from '@/lib/relative-time';
import { localZone } from '@/lib/zones';
import { isOpen, type TicketState } from './group-state';
import { clockElsewhere, countdownText, HOUR, releaseText } from './release';

/** A longer timer fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

type Props = { group: Pick<Group, 'release_at' | 'status'>; state: TicketState };

export function Opening({ group, state }: Props) {
  const opensAt = group.release_at === null ? null : Date.parse(group.release_at);
  if (opensAt === null || !isOpen(group.status)) return null;
  // What stands still counts nothing down.
  return <Ahead opensAt={opensAt} isArmed={state === 'armed'} />;
}

/** Gone once the book is open: from then on the status says it all. */
function Ahead({ opensAt, isArmed }: { opensAt: number; isArmed: boolean }) {
  const phase = usePhase(opensAt);
  if (phase === 'over') return null;
  const elsewhere = clockElsewhere(opensAt, localZone());
  return (
    <div className="opening">
      {isArmed && phase === 'near' && <Countdown opensAt={opensAt} />}
      <p>
        Books open <time dateTime={new Date(opensAt).toISOString()}>{releaseText(opensAt)}</time>
      </p>
      {elsewhere !== null && <p>{elsewhere} your time</p>}
    </div>
  );
}

/** Drawn again each second. A screen reader has the date and time below it, which stand still. */
function Countdown({ opensAt }: { opensAt: number }) {
  const now = useNow();
  const text = countdownText(opensAt, now);
  return text !== null && <strong aria-hidden="true">{text}</strong>;
}

type Phase = 'far' | 'near' | 'over';

function phaseOf(opensAt: number): Phase {
  const left = opensAt - Date.now();
  if (left <= 0) return 'over';
  return left < HOUR ? 'near' : 'far';
}

/** One timer to the next change: far from the instant nothing is drawn each second. */
function usePhase(opensAt: number): Phase {
  const subscribe = useCallback(
    (onChange: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wait = () => {
        const left = opensAt - Date.now();
        if (left <= 0) return;
        const next = left < HOUR ? left : left - HOUR + 1;
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
