/** The list while it is empty or loading. */
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { cn } from '@/lib/cn';
import { PHONE, useMedia } from '@/lib/use-media';
import { buttonClass } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import type { Tab } from './list-search';
import { listMessages, messages, TAB_EMPTY } from '@/entities/request/messages';

/** A blank ticket. Only the first tab suggests a first request: another tab may just be empty. */
export function EmptyList({ tab }: { tab: Tab }) {
  return (
    <section
      className={cn('rail-section rail-section-empty', tab === 'all' && 'rail-section-first')}
    >
      <ul className="rail rail-one">
        <li className="rail-item rail-item-solo">
          <div className="ticket">
            <header className="ticket-head">
              <span>{tab === 'all' ? listMessages.firstTitle : listMessages.emptyTitle}</span>
            </header>
            <p className="sentence">{tab === 'all' ? messages.listEmpty : TAB_EMPTY[tab]}</p>
            {tab === 'all' && (
              <Link
                to="/reservations/add-reservation"
                className={buttonClass({ variant: 'primary' })}
              >
                <Plus aria-hidden="true" />
                {listMessages.addFirst}
              </Link>
            )}
          </div>
        </li>
      </ul>
    </section>
  );
}

/** Placeholders of the final size: four tickets, or rows on a phone. */
export function ListSkeleton() {
  const isPhone = useMedia(PHONE);
  if (isPhone) return <TableSkeleton />;
  return (
    <section className="rail-section" aria-busy="true">
      <p className="sr-only" role="status">
        {listMessages.loading}
      </p>
      <Skeleton className="mb-3 h-5 w-24" />
      <ul className="rail" aria-hidden="true">
        {[1, 2, 3, 4].map((ticket) => (
          <li key={ticket} className="rail-item">
            <div className="ticket">
              <div className="ticket-head">
                <Skeleton className="h-4 w-32" />
              </div>
              <div className="ticket-title">
                <Skeleton className="h-6 w-44" />
                <Skeleton className="size-11" />
              </div>
              <div className="order">
                <div>
                  <Skeleton className="h-5 w-52" />
                </div>
                <div>
                  <Skeleton className="h-5 w-44" />
                </div>
              </div>
              <div className="status">
                <Skeleton className="size-7" />
                <Skeleton className="h-5 w-28" />
              </div>
              <div className="ticket-note">
                <Skeleton className="h-5 w-60 max-w-full" />
              </div>
              <div className="ticket-foot">
                <Skeleton className="mx-3 h-10 w-40" />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A screen of placeholder rows of the final size. */
export function TableSkeleton() {
  return (
    <section aria-busy="true">
      <p className="sr-only" role="status">
        {listMessages.loading}
      </p>
      <Skeleton className="mb-5 h-11 w-full" />
      <div className="grid gap-2" aria-hidden="true">
        {Array.from({ length: 12 }, (_, row) => (
          <Skeleton key={row} className="h-10 w-full" />
        ))}
      </div>
    </section>
  );
}
