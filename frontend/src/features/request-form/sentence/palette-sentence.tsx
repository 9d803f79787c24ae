/** The request in the palette, with the restaurant that is marked there. */
import { useState } from 'react';
import type { User } from '@/api/types';
import type { Choice } from '@/entities/request/choice';
import type { SelectedVenue } from '@/entities/venue/selection';
import { choiceOf } from '../draft/choice';
import { useDraft } from '../draft/use-draft';
import { RequestSentence } from './request-sentence-view';

type Props = {
  user: User;
  venue: Pick<SelectedVenue, 'id' | 'venue_name'>;
  /** Party, day and time after a change. The page of the restaurant puts them into the draft. */
  onChoice: (choice: Choice) => void;
};

export function PaletteSentence({ user: { id, entitlements }, venue, onChoice }: Props) {
  const [draft, setDraft] = useState(useDraft(id, entitlements).draft);
  return (
    <RequestSentence
      draft={draft}
      venues={[venue]}
      entitlements={entitlements}
      errors={null}
      onChange={(_, part) => {
        const next = { ...draft, ...part };
        setDraft(next);
        onChoice(choiceOf(next));
      }}
      onUpgrade={null}
    />
  );
}
