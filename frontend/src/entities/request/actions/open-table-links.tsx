/**
 * The links with which the user books the open tables of a notify-only request. A search for a better table has the link
 * to the page that compares both instead: a table booked by hand would be a second one.
 */
import { Link } from '@tanstack/react-router';
import { ArrowLeftRight, ExternalLink } from 'lucide-react';
import type { Group } from '@/api/reservation-types';
import { platformName } from '@/entities/platform/platforms';
import { cn } from '@/lib/cn';
import { formatDay } from '@/lib/format';
import { buttonClass } from '@/ui/button';
import { groupTitle } from '../group-title';
import { messages } from '../messages';
import { swapOfferId } from '../swap-text';
import { openTables } from '../tables/open-tables';
import { swapMessages } from '../ticket/swap-messages';

export function OpenTableLinks({ group, size = 'md' }: { group: Group; size?: 'sm' | 'md' }) {
  if (group.swap === 'search') return <CompareLink group={group} size={size} />;
  return openTables(group)
    .filter(({ page }) => page !== '')
    .map(({ id, page, source, venueName, date }) => (
      <a
        key={id}
        href={page}
        target="_blank"
        rel="noopener noreferrer"
        className={cn(buttonClass({ size }), 'ticket-next')}
      >
        <ExternalLink aria-hidden="true" />
        {messages.bookOn(platformName(source))}{' '}
        <span className="sr-only">{messages.openTableAt(venueName, formatDay(date))}</span>
      </a>
    ));
}

function CompareLink({ group, size }: { group: Group; size: 'sm' | 'md' }) {
  const offerId = swapOfferId(group);
  if (offerId === null) return null;
  return (
    <Link
      to="/swap/$offerId"
      params={{ offerId: String(offerId) }}
      className={cn(buttonClass({ size }), 'ticket-next')}
    >
      <ArrowLeftRight aria-hidden="true" />
      {swapMessages.compare}{' '}
      <span className="sr-only">{messages.forRequest(groupTitle(group))}</span>
    </Link>
  );
}
