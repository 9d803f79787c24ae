import { Bell } from 'lucide-react';
import type { SelectedVenue } from '@/entities/venue/selection';
import { OwnPage } from '@/entities/venue/own-page';
import { REQUEST_FORM } from '@/features/request-form/messages';
import type { Obstacle } from '@/features/request-form/refusal-details';
import { Button } from '@/ui/button';

type Props = {
  error: string | undefined;
  obstacles: readonly Obstacle[];
  venues: readonly SelectedVenue[];
  /** Turns the draft into a notify-only request. */
  onNotify: () => void;
};

/**
 * Links for a section whose error says that restaurants cannot be booked: to the restaurants' own pages and, if open
 * tables can be seen at all of these restaurants, to a notify-only request. Renders nothing for other errors.
 */
export function ObstaclePage({ error, obstacles, venues, onNotify }: Props) {
  const named = obstacles.filter(({ message }) => error?.includes(message));
  const ways = named.flatMap(({ venue_id, page }) => {
    const venue = venues.find(({ id }) => id === venue_id);
    return venue === undefined ? [] : [{ venue, page }];
  });
  if (ways.length === 0) return null;
  return (
    <div className="obstacle-ways">
      {ways.map(({ venue, page }) => (
        <OwnPage
          key={venue.id}
          page={page}
          source={venue.reservation_source}
          venueName={ways.length > 1 ? venue.venue_name : undefined}
        />
      ))}
      {obstacles.every(({ notifies }) => notifies) && (
        <Button size="sm" onClick={onNotify}>
          <Bell aria-hidden="true" /> {REQUEST_FORM.notifyInstead}
        </Button>
      )}
    </div>
  );
}
