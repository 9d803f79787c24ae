/** The links with which the user books the open tables of a notify-only request. */
import { ExternalLink } from 'lucide-react';
import type { Group } from '@/api/reservation-types';
import { PLATFORM_NAMES } from '@/entities/platforms';
import { cn } from '@/lib/cn';
import { formatDay } from '@/lib/format';
import { buttonClass } from '@/ui/button';
import { messages } from '../messages';
import { openTables } from '../tables/open-tables';

export function OpenTableLinks({ group, size = 'md' }: { group: Group; size?: 'sm' | 'md' }) {
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
        {messages.bookOn(PLATFORM_NAMES[source])}{' '}
        <span className="sr-only">{messages.openTableAt(venueName, formatDay(date))}</span>
      </a>
    ));
}
