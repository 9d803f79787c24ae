/** The draft of the request form, kept in session storage for its user so that a reload loses nothing. */
import { useState } from 'react';
import type { Entitlements } from '@/api/types';
import { today } from '@/lib/dates';
import { savedDraft } from '@/entities/request/saved-draft';
import type { Choice } from '@/entities/request/choice';
import { useChoice } from '@/entities/request/use-choice';
import { agrees, withChoice } from './choice';
import { firstDraft, lastRequest } from './first-draft';
import { dropPastDates, EMPTY_DRAFT, fitToTier, parseDraft, type Draft } from './draft';

export type DraftControl = {
  draft: Draft;
  change: (change: Partial<Draft>) => void;
  clear: () => void;
};

/** Without a saved draft it starts from the last request of the user. What the address says is put into it. */
export function useDraft(userId: number, entitlements: Entitlements): DraftControl {
  const choice = useChoice();
  const [draft, setDraft] = useState(() => keptDraft(userId, entitlements));
  const [taken, setTaken] = useState<Choice>({});
  if (choice !== taken) {
    setTaken(choice);
    if (!agrees(draft, choice)) {
      const chosen = withChoice(draft, choice, entitlements, today());
      setDraft(chosen);
      // For the form and for the time after a sign-up, which the address does not reach.
      savedDraft.write(userId, JSON.stringify(chosen));
    }
  }
  return {
    draft,
    change: (change) => {
      const next = { ...draft, ...change };
      setDraft(next);
      savedDraft.write(userId, JSON.stringify(next));
    },
    clear: () => {
      setDraft(EMPTY_DRAFT);
      savedDraft.remove(userId);
    },
  };
}

function keptDraft(userId: number, entitlements: Entitlements): Draft {
  const saved = savedDraft.read(userId);
  if (saved === null) return firstDraft(lastRequest.read(userId), entitlements, today());
  return fitToTier(dropPastDates(parseDraft(saved), today()), entitlements);
}

/** The draft of an edit starts from the group and is not stored. */
export function useEditedDraft(first: () => Draft): DraftControl {
  const [draft, setDraft] = useState(first);
  return {
    draft,
    change: (change) => {
      setDraft({ ...draft, ...change });
    },
    clear: () => {
      setDraft(EMPTY_DRAFT);
    },
  };
}
