/** Says to a visitor who asked for a table that the request is kept until they are signed in. */
import { selection } from '@/entities/venue/selection';
import { AUTH } from './messages';

export function KeptRequest() {
  const [venue] = selection.get();
  return venue !== undefined && <p className="mt-3">{AUTH.kept(venue.venue_name)}</p>;
}
