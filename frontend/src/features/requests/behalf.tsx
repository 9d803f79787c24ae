import type { Group } from '@/api/reservation-types';
import { pageMessages } from './messages';

/** The client that a concierge books for, and the account that books. */
export function Behalf({ group }: { group: Group }) {
  return (
    <p className="hint mt-3">
      {/* A non-breaking space: no line ends with the dot. */}
      {group.book_on_behalf !== null && (
        <>{pageMessages.onBehalfOf(group.book_on_behalf)} ·&nbsp;</>
      )}
      {group.account_name}
    </p>
  );
}
