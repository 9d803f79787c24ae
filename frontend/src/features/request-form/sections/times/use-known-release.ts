/** Fills in the release date and time from the restaurant's release rule, and returns a sentence about the rule. */
import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { VenueDetail } from '@/api/types';
import {
  firstClosedDay,
  knownRule,
  releaseOf,
  type ReleaseRule,
} from '@/entities/request/release-rule';
import { venueQuery } from '@/entities/venue/queries';
import type { SelectedVenue } from '@/entities/venue/selection';
import type { Draft } from '@/features/request-form/draft/draft';
import { REQUEST_FORM } from '@/features/request-form/messages';
import type { IsoDate } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import { useMinute } from '@/lib/relative-time';

export type Release = { releaseDate: IsoDate; releaseTime: string };

type Known = { venue: VenueDetail; rule: ReleaseRule };

/**
 * Return the sentence about the first restaurant with a known rule, null without one. The release of the first chosen
 * date is filled in, and updated with that date until the user changes the release.
 */
export function useKnownRelease(
  draft: Pick<Draft, 'dates' | 'releaseDate' | 'releaseTime'>,
  venues: readonly SelectedVenue[],
  onFill: (release: Release) => void,
): string | null {
  const details = useQueries({ queries: venues.map(({ id }) => venueQuery(id)) });
  const known = details
    .map(({ data }) => data)
    .flatMap((venue): Known[] => {
      const rule = venue === undefined ? null : knownRule(venue);
      return venue === undefined || rule === null ? [] : [{ venue, rule }];
    })[0];
  const now = useMinute();
  const [day] = draft.dates.toSorted();
  const release = known === undefined || day === undefined ? null : releaseOf(known.rule, day, now);
  useFill(draft, release, onFill);
  if (known === undefined) return null;
  const { venue, rule } = known;
  const learned = venue.learned_rule;
  const first = formatDay(firstClosedDay(rule, now));
  const isOpen = day !== undefined && release === null;
  return [
    ...(learned !== null && learned === rule
      ? [REQUEST_FORM.learned(venue.venue_name, learned.text)]
      : []),
    ...(isOpen ? [REQUEST_FORM.alreadyOpen(venue.venue_name, formatDay(day))] : []),
    REQUEST_FORM.firstDay(first),
  ].join(' ');
}

function useFill(
  { releaseDate, releaseTime }: Pick<Draft, 'releaseDate' | 'releaseTime'>,
  release: Release | null,
  onFill: (release: Release) => void,
) {
  const filled = useRef<Release | null>(null);
  useEffect(() => {
    if (release === null) return;
    // A draft that was filled in before, for example before a reload, still follows the date.
    if (releaseDate === release.releaseDate && releaseTime === release.releaseTime) {
      filled.current = release;
    }
    const { current } = filled;
    const isUntouched =
      (releaseDate === null && releaseTime === null) ||
      (releaseDate === current?.releaseDate && releaseTime === current.releaseTime);
    const isNew =
      release.releaseDate !== current?.releaseDate || release.releaseTime !== current.releaseTime;
    if (!isUntouched || !isNew) return;
    filled.current = release;
    onFill(release);
  });
}
