import { ExternalLink } from 'lucide-react';
import type { ReservationSource } from '@/api/types';
import { platformName } from '@/entities/platform/platforms';
import { VENUES } from './messages';

type Props = {
  page: string;
  source: ReservationSource;
  /** The name to show in the link, needed where there are links to several restaurants. */
  venueName?: string | undefined;
  className?: string;
};

/** The link to a restaurant's own page at its platform, where the user can book what we cannot. */
export function OwnPage({ page, source, venueName, className = 'link' }: Props) {
  if (page === '') return null;
  const platform = platformName(source);
  return (
    <a href={page} target="_blank" rel="noopener noreferrer" className={className}>
      <ExternalLink aria-hidden="true" size={15} /> {VENUES.ownPage(platform, venueName)}{' '}
      <span className="sr-only">{VENUES.newTab}</span>
    </a>
  );
}
