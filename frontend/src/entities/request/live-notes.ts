/**
 * The latest live events of a group as short notes on its ticket. Some may be missing: only the timeline has every
 * entry, and after a reload there are no notes.
 */
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { OpeningEvent, OutcomeEvent, SeenEvent, Sighting } from '@/api/reservation-types';
import { askedText } from './amounts';
import { reservationKeys } from './cache/queries';
import { slotMessages } from './slot-messages';
import { openedText, passedText, seenText } from './slot-text';

export type Note = { at: string; text: string };
type Notes = Readonly<Record<number, readonly Note[]>>;

const NONE: readonly Note[] = [];

const notesQuery = queryOptions<Notes>({
  queryKey: reservationKeys.notes,
  queryFn: () => ({}),
  // Written by live events only, never fetched.
  enabled: false,
  initialData: {},
  staleTime: Infinity,
});

export function useNotes(groupId: number): readonly Note[] {
  return useQuery({ ...notesQuery, select: (notes) => notes[groupId] ?? NONE }).data;
}

/**
 * Replace the notes of groups, unless the present ones are newer: a sighting may arrive after its attempt has ended.
 */
export function writeNotes(
  queryClient: QueryClient,
  notes: ReadonlyMap<number, readonly Note[]>,
): void {
  if (notes.size === 0) return;
  queryClient.setQueryData<Notes>(reservationKeys.notes, (all = {}) => ({
    ...all,
    ...Object.fromEntries([...notes].filter(([groupId, added]) => !isOlder(added, all[groupId]))),
  }));
}

function isOlder(added: readonly Note[], shown: readonly Note[] = NONE): boolean {
  const [at, known] = [added.at(-1)?.at, shown.at(-1)?.at];
  return at !== undefined && known !== undefined && at < known;
}

export function sightingNotes(sighting: Sighting): Note[] {
  const text = sighting.kind === 'passed_over' ? passedText(sighting) : seenText(sighting);
  return [{ at: sighting.at, text }];
}

export function openingNotes(event: OpeningEvent): Note[] {
  return [{ at: event.at, text: openedText(event) }];
}

export function seenNotes(event: SeenEvent): Note[] {
  return [
    { at: event.at, text: seenText({ ...event, tables: null }) },
    { at: event.at, text: slotMessages.bookingNow },
  ];
}

/** A booking needs no note: the ticket shows the booked table. */
export function outcomeNotes(event: OutcomeEvent): Note[] {
  switch (event.kind) {
    case 'booked':
      return [];
    case 'lost':
      return [
        {
          at: event.at,
          text: event.reason === 'slot_gone' ? slotMessages.gone : slotMessages.lost,
        },
      ];
    case 'refused':
      if (event.reason === 'held_back_fee' || event.reason === 'fee_unknown') {
        return [{ at: event.at, text: slotMessages.heldBack(askedText(event)) }];
      }
      return [{ at: event.at, text: event.reason_text ?? slotMessages.refused }];
  }
}
