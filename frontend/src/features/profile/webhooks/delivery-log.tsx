/** What was sent to a webhook, newest first, with the answer to each event and a button to send it again. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { messageOf } from '@/api/errors';
import { formatAgo } from '@/lib/format';
import { useNow } from '@/lib/relative-time';
import { Button } from '@/ui/button';
import { LoadStatus } from '@/ui/load-status';
import { Notice } from '@/ui/notice';
import { type Delivery, logQuery, useResend } from './calls';
import { WEBHOOKS } from './messages';

export function DeliveryLog({ id }: { id: number }) {
  const titleId = useId();
  const log = useInfiniteQuery(logQuery(id));
  const resend = useResend();
  const rows = log.data?.pages.flatMap(({ deliveries }) => deliveries);
  return (
    <section className="grid gap-3" aria-labelledby={titleId}>
      <div>
        <h3 id={titleId}>{WEBHOOKS.log}</h3>
        <p className="hint">{WEBHOOKS.logText}</p>
      </div>
      {resend.isError && <Notice tone="unsuccessful" title={messageOf(resend.error)} />}
      {rows === undefined && (
        <LoadStatus
          query={log}
          texts={{ failed: WEBHOOKS.logFailed, loading: WEBHOOKS.logLoading }}
          rows={3}
          className="h-11"
        />
      )}
      {rows?.length === 0 && <p>{WEBHOOKS.logNone}</p>}
      {rows !== undefined && rows.length > 0 && (
        <ul>
          {rows.map((row) => (
            <Entry
              key={row.id}
              row={row}
              onResend={() => {
                resend.mutate(row.id);
              }}
            />
          ))}
        </ul>
      )}
      {log.hasNextPage && (
        <Button
          className="justify-self-start"
          pending={log.isFetchingNextPage}
          pendingLabel={WEBHOOKS.loadingMore}
          onClick={() => void log.fetchNextPage()}
        >
          {WEBHOOKS.more}
        </Button>
      )}
    </section>
  );
}

type EntryProps = { row: Delivery; onResend: () => void };

function Entry({ row, onResend }: EntryProps) {
  const now = useNow();
  const { type, state, status, duration_ms, attempts, problem, answer } = row;
  const ago = formatAgo(Date.parse(row.created_at), now);
  const facts = [
    WEBHOOKS.state[state],
    ...(status === null ? [] : [WEBHOOKS.status(status)]),
    ...(duration_ms === null ? [] : [WEBHOOKS.duration(duration_ms)]),
    ...(attempts > 1 ? [WEBHOOKS.tries(attempts)] : []),
    ago,
  ];
  return (
    <li className="device sent-event">
      <div>
        <b className="mono">{type}</b>
        <p className="hint">{facts.join(' · ')}</p>
        {problem !== null && <p className="hint">{problem}</p>}
        {answer !== '' && (
          <details>
            <summary className="hint">{WEBHOOKS.answer}</summary>
            <pre className="mono">{answer}</pre>
          </details>
        )}
      </div>
      {(state === 'accepted' || state === 'given_up') && (
        <Button size="sm" aria-label={WEBHOOKS.resendNamed(type, ago)} onClick={onResend}>
          {WEBHOOKS.resend}
        </Button>
      )}
    </li>
  );
}
