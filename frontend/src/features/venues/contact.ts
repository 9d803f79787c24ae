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

export function siteName(website: string): string {
  try {
    return new URL(website).hostname.replace(/^www\./, '');
  } catch {
    return website;
  }
}
