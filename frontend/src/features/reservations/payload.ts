/** The body of a new request, in the specification's form (§3, submission payload). */
import type { ReservationBody } from '@/api/reservation-types';
import type { SelectedVenue } from '@/lib/selection';
import type { Draft } from './draft';
import { finalSnipeDate } from './final-snipe';
import type { Accounts } from './wizard-schema';

/** `Any` is the absence of a wish, so it is not sent. */
export function reservationBody({
  draft,
  venues,
  accounts,
}: {
  draft: Draft;
  venues: readonly SelectedVenue[];
  accounts: Accounts;
}): ReservationBody {
  const finalDate = finalSnipeDate(draft.finalSnipe, draft.dates);
  return {
    reservation: {
      snipe_type: 'cancel',
      venues: venues.map(({ id, selectedSittingOption }) =>
        selectedSittingOption === undefined ? { id } : { id, table_type: selectedSittingOption },
      ),
      party_size: draft.partySize,
      dates: [...draft.dates].sort(),
      start_time: draft.time?.start ?? null,
      end_time: draft.time?.end ?? null,
      ...(finalDate === null ? {} : { final_snipe_date: finalDate }),
      override_reservations: draft.override,
      // No form asks for it yet: a table that wants a fee or a deposit is held back.
      fee_ceiling_cents: 0,
    },
    clientDetails: null,
    selectedResyAccount: accounts.resy,
    selectedOpenTableAccount: accounts.openTable,
  };
}
