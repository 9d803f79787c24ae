import type { Obstacle } from '@/api/errors';
import type { SelectedVenue } from '@/entities/venue/selection';
import { OwnPage } from '@/entities/venue/own-page';

type Props = {
  error: string | undefined;
  obstacles: readonly Obstacle[];
  venues: readonly SelectedVenue[];
};

/** The own page of the restaurant that a section's error says cannot be booked; nothing for other errors. */
export function ObstaclePage({ error, obstacles, venues }: Props) {
  const obstacle = obstacles.find(({ message }) => message === error);
  const venue = venues.find(({ id }) => id === obstacle?.venue_id);
  if (obstacle === undefined || venue === undefined) return null;
  return <OwnPage page={obstacle.page} source={venue.reservation_source} />;
}
