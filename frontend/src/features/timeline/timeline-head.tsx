import type { ReactNode } from 'react';
import type { Group } from '@/api/reservation-types';
import { ticketHead } from '@/entities/request/ticket/ticket-head';
import { orderRows } from '@/entities/request/ticket/ticket-text';
import { useMinute } from '@/lib/relative-time';

type Props = { group: Group; showOrder?: boolean; children: ReactNode };

/** What the request does, beside the close button; with `showOrder` also client, date and party. */
export function TimelineHead({ group, showOrder = false, children }: Props) {
  const now = useMinute();
  return (
    <div className="timeline-head">
      <div>
        <span className="timeline-kind">{ticketHead(group, now)}</span>
        {showOrder && (
          <p className="timeline-order">
            {group.book_on_behalf !== null && <b>{group.book_on_behalf}</b>}
            {orderRows(group)
              .map(({ text }) => text)
              .join(' · ')}
          </p>
        )}
      </div>
      {children}
    </div>
  );
}
