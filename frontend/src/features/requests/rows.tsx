/** Requests as rows under a heading: of a week, or of a section on a phone. */
import type { Group } from '@/api/reservation-types';
import { RequestRow } from './request-row';
import type { TicketProps } from './ticket';
import './rows.css';

type Props = Omit<TicketProps, 'group' | 'isOpen' | 'isNewTable'> & {
  title: string;
  groups: readonly Group[];
  /** How many of them are rendered by now. */
  drawn: number;
  openId: number | null;
};

export function Rows({ title, groups, drawn, openId, ...row }: Props) {
  if (groups.length === 0 || drawn <= 0) return null;
  return (
    <section className="rail-section" aria-label={title}>
      <h2>
        {title} <span>{groups.length}</span>
      </h2>
      <ul className="request-rows">
        {groups.slice(0, drawn).map((group) => (
          <li key={group.group_id}>
            <RequestRow {...row} group={group} isOpen={group.group_id === openId} />
          </li>
        ))}
      </ul>
    </section>
  );
}
