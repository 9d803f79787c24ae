/** A rail of tickets under its heading. */
import type { Group } from '@/api/reservation-types';
import { cn } from '@/lib/cn';
import { Ticket } from './ticket';
import type { TicketAction } from '@/entities/request/actions/ticket-actions';

type Props = {
  title: string;
  groups: readonly Group[];
  /** How many of them are rendered by now. */
  drawn: number;
  limit: number | null;
  isConcierge: boolean;
  openId: number | null;
  /** Groups that were booked while the page was open. */
  moved?: readonly number[];
  onAction: (action: TicketAction, group: Group) => void;
};

export function Rail({ title, groups, drawn, openId, moved = [], ...ticket }: Props) {
  if (groups.length === 0 || drawn <= 0) return null;
  return (
    <section className="rail-section" aria-label={title}>
      <h2>
        {title} <span>{groups.length}</span>
      </h2>
      <ul className="rail">
        {groups.slice(0, drawn).map((group) => (
          <li key={group.group_id} className={cn('rail-item')}>
            <Ticket
              {...ticket}
              group={group}
              isOpen={group.group_id === openId}
              isNewTable={moved.includes(group.group_id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
