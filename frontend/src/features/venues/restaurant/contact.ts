/** A restaurant's address, directions, phone and website as shown and linked. */
import type { VenueDetail } from '@/api/types';
import { directionsTo } from '@/entities/venue/directions';

type Address = Pick<VenueDetail, 'address1' | 'locality' | 'country' | 'postal_code'>;

/** Street, town, country, postal code; missing parts leave no gap. */
export function fullAddress({ address1, locality, country, postal_code }: Address): string {
  return [address1, locality, country, postal_code].filter((part) => part !== '').join(', ');
}

export function directionsUrl(venue: Address & Pick<VenueDetail, 'venue_name'>): string {
  return directionsTo(venue.venue_name, fullAddress(venue));
}

/** A New York number without a country code is dialed with +1. */
export function phoneHref(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return phone.trim().startsWith('+') ? `tel:+${digits}` : `tel:+1${digits}`;
}

/** A restaurant's website: a link if it is a web address, else the text alone. */
export function siteOf(website: string): { name: string; href: string | null } {
  const url = URL.canParse(website) ? new URL(website) : null;
  // A scheme that runs code or opens an application must not become a link.
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    return { name: website, href: null };
  }
  return { name: url.hostname.replace(/^www\./, ''), href: url.href };
}
