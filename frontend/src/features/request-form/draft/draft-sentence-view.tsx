import type { SelectedVenue } from '@/entities/venue/selection';
import type { Draft } from './draft';
import { draftSentence } from './draft-sentence';

type Props = { draft: Draft; venues: readonly Pick<SelectedVenue, 'venue_name'>[] };

/** The draft as the sentence of its ticket; what is chosen is marked. */
export function DraftSentence({ draft, venues }: Props) {
  return (
    <p className="sentence">
      {draftSentence(draft, venues).map((part, index) =>
        // The position is the only key of a part.
        part.chosen ? <em key={index}>{part.text}</em> : <span key={index}>{part.text}</span>,
      )}
    </p>
  );
}
