/** The draft of the request form, kept in session storage for its user so that a reload loses nothing. */
import { useState } from 'react';
import type { Entitlements } from '@/api/types';
import { today } from '@/lib/dates';
import { savedDraft } from '@/entities/request/saved-draft';
import { firstDraft, lastRequest } from './first-draft';
import { dropPastDates, EMPTY_DRAFT, fitToTier, parseDraft, type Draft } from './draft';

export type DraftControl = {
  draft: Draft;
  change: (change: Partial<Draft>) => void;
  clear: () => void;
};

/** Without a saved draft it starts from the last request of the user. */
export function useDraft(userId: number, entitlements: Entitlements): DraftControl {
  const [draft, setDraft] = useState(() => {
    const saved = savedDraft.read(userId);
    if (saved === null) return firstDraft(lastRequest.read(userId), entitlements, today());
    return fitToTier(dropPastDates(parseDraft(saved), today()), entitlements);
  });
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
