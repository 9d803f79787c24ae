/** Opens the form after an unsuccessful request, with a request that would have had a chance. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { meQuery } from '@/api/me';
import type { Group } from '@/api/reservation-types';
import { cn } from '@/lib/cn';
import { today } from '@/lib/dates';
import { buttonClass } from '@/ui/button';
import { canLookAgain } from '../group-state';
import { groupTitle } from '../group-title';
import { messages } from '../messages';
import { nextTry, nextTryText } from '../tables/seen-tables';

export function TryAgain({ group }: { group: Group }) {
  const { data: user } = useQuery(meQuery);
  // A search for a better table is started again at that table.
  if (group.status !== 'unsuccessful' || group.swap !== null) return null;
  if (canLookAgain(group) || user === undefined) return null;
  const next = nextTry(group, { today: today(), customTime: user.entitlements.custom_time });
  return (
    <>
      <p className="ticket-next hint">{nextTryText(group, next)}</p>
      <Link
        to="/reservations/add-reservation"
        search={{ again: String(group.group_id) }}
        className={cn(buttonClass({ size: 'sm' }), 'ticket-next')}
      >
        <RotateCcw aria-hidden="true" />
        {messages.tryAgain}{' '}
        <span className="sr-only">{messages.forRequest(groupTitle(group))}</span>
      </Link>
    </>
  );
}
