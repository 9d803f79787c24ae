/** The body of a request in the specification's form (§3, submission payload). */
import type { ClientDetails, ReservationBody } from '@/api/reservation-types';
import {
  accountFields,
  cardFields,
  type ChosenAccounts,
  type ChosenCards,
} from '@/entities/platform/wire';
import type { SelectedVenue } from '@/entities/venue/selection';
import { notifies, wantsOneTable, type Draft } from './draft/draft';
import { finalSnipeDate } from '@/entities/request/final-snipe';
import { chosenTimes, type TimeWindow } from './sections/times/time-presets';

/**
 * The form's errors under the specification's keys. A form with errors is not sent, and the server ignores the field.
 */
export const NO_ERRORS = {
  venues_error: null,
  party_size_error: null,
  dates_error: null,
  times_error: null,
  release_dates_error: null,
  release_time_error: null,
} as const satisfies ReservationBody['errors'];

/** `Any` means no preference and is not sent. */
export function reservationBody({
  draft,
  venues,
  accounts,
  client,
  cards = {},
  isEditing = false,
}: {
  draft: Draft;
  venues: readonly SelectedVenue[];
  accounts: ChosenAccounts;
  /** The concierge's client, who gets the table. */
  client: ClientDetails | null;
  isEditing?: boolean;
  cards?: ChosenCards;
}): ReservationBody {
  return {
    reservation: {
      snipe_type: draft.snipeType,
      venues: venues.map(({ id, selectedSittingOption, otherSittingOptions = [] }) => {
        if (selectedSittingOption === undefined) return { id };
        const wanted = { id, table_type: selectedSittingOption };
        if (otherSittingOptions.length === 0) return wanted;
        return { ...wanted, table_types: [selectedSittingOption, ...otherSittingOptions] };
      }),
      party_size: draft.partySize,
      dates: draft.dates,
      start_time: draft.time?.start ?? null,
      end_time: draft.time?.end ?? null,
      ...windowFields(chosenTimes(draft), isEditing),
      ...typeFields(draft),
      notify_only: notifies(draft),
      one_table: wantsOneTable(draft),
      override_reservations: draft.override,
      fee_ceiling_cents: draft.feeCeilingCents,
    },
    clientDetails: client,
    ...accountFields(accounts),
    ...cardFields(cards),
    errors: NO_ERRORS,
  };
}

/**
 * A single time is sent in `time_windows` only in an edit, which may have removed others. A new request leaves the
 * field out, because a server of the previous release does not know it.
 */
function windowFields(
  times: readonly TimeWindow[],
  isEditing: boolean,
): Partial<ReservationBody['reservation']> {
  if (times.length < 2 && !isEditing) return {};
  return { time_windows: times.map(({ start, end }) => ({ start_time: start, end_time: end })) };
}

function typeFields(draft: Draft): Partial<ReservationBody['reservation']> {
  const repeat = draft.repeatUntil === null ? {} : { repeat_until: draft.repeatUntil };
  if (draft.snipeType === 'release') {
    return {
      release_date: draft.releaseDate,
      release_time: draft.releaseTime,
      continue_as_cancel: draft.continueAsCancel,
      ...repeat,
    };
  }
  const finalDate = finalSnipeDate(draft.finalSnipe, draft.dates);
  return {
    ...(finalDate === null ? {} : { final_snipe_date: finalDate }),
    ...repeat,
  };
}
