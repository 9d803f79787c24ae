import type { Group } from '@/api/reservation-types';
import { pageMessages } from './messages';

/** For whom a concierge books, and with which account. */
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
