/** A concierge's request once more for another client: opens the form with everything but the client. */
import { Link } from '@tanstack/react-router';
import { UserRoundPlus } from 'lucide-react';
import type { Group } from '@/api/reservation-types';
import { buttonClass } from '@/ui/button';
import { groupTitle } from '../group-title';
import { messages } from '../messages';

/** A search for a better table and a swap belong to the client's table. */
export function canRepeat({ book_on_behalf, swap }: Group): boolean {
  return book_on_behalf !== null && swap === null;
}

/** The address of the form. */
export function sameAgain({ group_id }: Group) {
  return {
    to: '/reservations/add-reservation',
    search: { again: String(group_id), client: 'other' },
  } as const;
}

export function SameAgain({ group, quiet = false }: { group: Group; quiet?: boolean }) {
  if (!canRepeat(group)) return null;
  const look = quiet ? ({ variant: 'quiet', size: 'sm' } as const) : {};
  return (
    <Link {...sameAgain(group)} className={buttonClass(look)}>
      {!quiet && <UserRoundPlus aria-hidden="true" />}
      {messages.sameAgain} <span className="sr-only">{messages.ofRequest(groupTitle(group))}</span>
    </Link>
  );
}
