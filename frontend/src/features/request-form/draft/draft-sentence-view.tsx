import type { SelectedVenue } from '@/entities/venue/selection';
import type { Draft } from './draft';
import { draftSentence } from './draft-sentence';

type Props = { draft: Draft; venues: readonly Pick<SelectedVenue, 'venue_name'>[] };

/** The draft as the sentence of its ticket, with the chosen parts marked. */
export function DraftSentence({ draft, venues }: Props) {
  return (
    <p className="sentence">
      {draftSentence(draft, venues).map((part, index) =>
        // The index is the key, because a part has no other identity.
        part.chosen ? <em key={index}>{part.text}</em> : <span key={index}>{part.text}</span>,
      )}
    </p>
  );
}
