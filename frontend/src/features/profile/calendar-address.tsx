/** The secret address at which calendar apps read the user's tables: create, copy, replace and remove it. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { formatLongDay } from '@/lib/format';
import { Button } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy-component';
import { LoadError } from '@/ui/load-error';
import { Skeleton } from '@/ui/skeleton';
import { CopyField } from './copy-field';
import { CALENDAR } from './messages';
import { useChangeCalendar } from './mutations';
import { calendarQuery, type CalendarAddress as Address } from './queries';

const CalendarDialog = lazyComponent(
  async () => (await import('./calendar-dialog')).CalendarDialog,
);

export function CalendarAddress() {
  const titleId = useId();
  const { data, isError, isFetching, refetch } = useQuery(calendarQuery);
  return (
    <section className="profile-part" aria-labelledby={titleId}>
      <div>
        <h3 id={titleId}>{CALENDAR.title}</h3>
        <p className="hint">{CALENDAR.text}</p>
      </div>
      {data !== undefined && <Content address={data} />}
      {data === undefined && isError && (
        <LoadError title={CALENDAR.failed} onRetry={() => void refetch()} pending={isFetching} />
      )}
      {data === undefined && !isError && <Skeleton className="h-11 w-52" />}
    </section>
  );
}

function Content({ address: { url, created_at } }: { address: Address }) {
  const change = useChangeCalendar();
  const [asking, setAsking] = useState<'renew' | 'remove' | null>(null);
  const part = useFocusOnChange(url === null);
  const pending = change.isPending ? change.variables : null;
  return (
    <div ref={part} tabIndex={-1} className="grid gap-4">
      {url === null ? (
        <Button
          className="justify-self-start"
          pending={pending === 'create'}
          pendingLabel={CALENDAR.creating}
          onClick={() => {
            change.mutate('create');
          }}
        >
          {CALENDAR.create}
        </Button>
      ) : (
        <>
          {/* With the URL as key, a new address does not show "Copied" of the earlier one. */}
          <CopyField key={url} label={CALENDAR.address} value={url} />
          {created_at !== null && (
            <p className="hint">{CALENDAR.secret(formatLongDay(created_at))}</p>
          )}
          <div className="flex flex-wrap gap-3">
            <Button
              pending={pending === 'renew'}
              pendingLabel={CALENDAR.renewing}
              onClick={() => {
                setAsking('renew');
              }}
            >
              {CALENDAR.renew}
            </Button>
            <Button
              variant="quiet"
              pending={pending === 'remove'}
              pendingLabel={CALENDAR.removing}
              onClick={() => {
                setAsking('remove');
              }}
            >
              {CALENDAR.remove}
            </Button>
          </div>
        </>
      )}
      {asking !== null && (
        <CalendarDialog
          action={asking}
          onClose={() => {
            setAsking(null);
          }}
          onConfirm={() => {
            setAsking(null);
            change.mutate(asking);
          }}
        />
      )}
    </div>
  );
}

/**
 * Focus the section when its content is replaced, because the pressed button was removed. Not on the first render.
 */
function useFocusOnChange(state: boolean) {
  const part = useRef<HTMLDivElement>(null);
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    part.current?.focus();
  }, [state]);
  return part;
}
