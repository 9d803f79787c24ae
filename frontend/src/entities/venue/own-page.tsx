import { ExternalLink } from 'lucide-react';
import type { ReservationSource } from '@/api/types';
import { PLATFORM_NAMES } from '@/entities/platforms';
import { VENUES } from './messages';

type Props = { page: string; source: ReservationSource; className?: string };

/** The link to a restaurant's own page at its platform, where the user can book what we cannot. */
export function OwnPage({ page, source, className = 'link' }: Props) {
  if (page === '') return null;
  return (
    <a href={page} target="_blank" rel="noopener noreferrer" className={className}>
      <ExternalLink aria-hidden="true" size={15} /> {VENUES.ownPage(PLATFORM_NAMES[source])}{' '}
      <span className="sr-only">{VENUES.newTab}</span>
    </a>
  );
}
