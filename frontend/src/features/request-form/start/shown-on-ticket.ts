/** Whether the ticket of a restaurant shows all that a draft would file. Pure. */
import { EMPTY_DRAFT, type Draft } from '../draft/draft';

/** Its sentence has none of these. */
const HIDDEN = ['override', 'feeCeilingCents', 'note', 'repeatUntil', 'continueAsCancel'] as const;

/** False after a choice in the form that its user would file here without seeing it. */
export function isShownOnTicket(draft: Draft): boolean {
  return (
    HIDDEN.every((field) => draft[field] === EMPTY_DRAFT[field]) &&
    Object.keys(draft.cards).length === 0
  );
}
