/** A restaurant's address, directions, phone and website in the forms that are shown and linked. */
import type { VenueDetail } from '@/api/types';

type Address = Pick<VenueDetail, 'address1' | 'locality' | 'country' | 'postal_code'>;

/** Street, town, country, postal code; what is missing leaves no gap. */
export function fullAddress({ address1, locality, country, postal_code }: Address): string {
  return [address1, locality, country, postal_code].filter((part) => part !== '').join(', ');
}

export function directionsUrl(venue: Address & Pick<VenueDetail, 'venue_name'>): string {
  const destination = encodeURIComponent(`${venue.venue_name}, ${fullAddress(venue)}`);
  return `https://www.google.com/maps/dir/?api=1&destination=${destination}`;
}

/** A New York number without a country code is dialled with +1. */
export function phoneHref(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return phone.trim().startsWith('+') ? `tel:+${digits}` : `tel:+1${digits}`;
}

/** What a restaurant gives as its website: a link where it is one of the web, else only the text that it is. */
export function siteOf(website: string): { name: string; href: string | null } {
  const url = URL.canParse(website) ? new URL(website) : null;
  // A scheme that runs or opens something here is no link of ours to offer.
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    return { name: website, href: null };
  }
  return { name: url.hostname.replace(/^www\./, ''), href: url.href };
}
