/** A visitor who asked for a table: the request is kept until they are signed in. */
import { selection } from '@/entities/venue/selection';
import { AUTH } from './messages';

export function KeptRequest() {
  const [venue] = selection.get();
  return venue !== undefined && <p className="mt-3">{AUTH.kept(venue.venue_name)}</p>;
}

/** What leads from the login to the form with the kept request. */
export function keptForm(): { redirect?: string } {
  return selection.get().length === 0 ? {} : { redirect: '/reservations/add-reservation' };
}
