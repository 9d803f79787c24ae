import { Bell } from 'lucide-react';
import type { Obstacle } from '@/api/errors';
import type { SelectedVenue } from '@/entities/venue/selection';
import { OwnPage } from '@/entities/venue/own-page';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { Button } from '@/ui/button';

type Props = {
  error: string | undefined;
  obstacles: readonly Obstacle[];
  venues: readonly SelectedVenue[];
  /** Turns the draft into a notify-only request. */
  onNotify: () => void;
};

/**
 * What the user can do where a section's error says that a restaurant cannot be booked: open its own page, or ask to be
 * notified if a table can be seen. Nothing for other errors.
 */
export function ObstaclePage({ error, obstacles, venues, onNotify }: Props) {
  const obstacle = obstacles.find(({ message }) => message === error);
  const venue = venues.find(({ id }) => id === obstacle?.venue_id);
  if (obstacle === undefined || venue === undefined) return null;
  return (
    <div className="obstacle-ways">
      <OwnPage page={obstacle.page} source={venue.reservation_source} />
      {obstacle.notifies && (
        <Button size="sm" onClick={onNotify}>
          <Bell aria-hidden="true" /> {REQUEST_FORM.notifyInstead}
        </Button>
      )}
    </div>
  );
}
