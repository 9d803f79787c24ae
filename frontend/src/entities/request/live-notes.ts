/**
 * The last words heard about a group over the live connection, for its ticket's mono lines. They are hints:
 * the timeline has the whole story, and a reload starts without them.
 */
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { OutcomeEvent, SeenEvent, Sighting } from '@/api/reservation-types';
import { reservationKeys } from './cache/queries';
import { dollars } from './fees';
import { passedText, seenText, slotText } from './timeline-text';

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

/** Replaces what was noted before, unless that is newer: lines about tables come when a try may have ended already. */
export function writeNotes(
  queryClient: QueryClient,
  notes: ReadonlyMap<number, readonly Note[]>,
): void {
  if (notes.size === 0) return;
  queryClient.setQueryData<Notes>(reservationKeys.notes, (all = {}) => ({
    ...all,
    ...Object.fromEntries([...notes].filter(([groupId, told]) => !isOlder(told, all[groupId]))),
  }));
}

function isOlder(told: readonly Note[], noted: readonly Note[] = NONE): boolean {
  const [at, known] = [told.at(-1)?.at, noted.at(-1)?.at];
  return at !== undefined && known !== undefined && at < known;
}

export function sightingNotes(sighting: Sighting): Note[] {
  const text = sighting.kind === 'passed_over' ? passedText(sighting) : seenText(sighting);
  return [{ at: sighting.at, text }];
}

export function seenNotes(event: SeenEvent): Note[] {
  return [
    { at: event.at, text: `table seen · ${slotText(event)}` },
    { at: event.at, text: 'booking…' },
  ];
}

/** A booking needs no note: the ticket itself turns to the table got. */
export function outcomeNotes(event: OutcomeEvent): Note[] {
  switch (event.kind) {
    case 'booked':
      return [];
    case 'lost':
      return [
        {
          at: event.at,
          text: event.reason === 'slot_gone' ? 'the table was gone' : 'lost to another diner',
        },
      ];
    case 'refused':
      if (event.reason === 'held_back_fee' && typeof event.fee_cents === 'number') {
        return [{ at: event.at, text: `held back: ${dollars(event.fee_cents)} fee` }];
      }
      return [{ at: event.at, text: event.reason_text ?? 'refused' }];
  }
}
