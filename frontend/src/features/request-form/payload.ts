/** The body of a request in the specification's form (§3, submission payload). */
import type { ClientDetails, ReservationBody } from '@/api/reservation-types';
import type { ChosenAccounts, ChosenCards } from '@/entities/platform/accounts';
import { accountFields } from '@/entities/platform/wire';
import type { SelectedVenue } from '@/entities/venue/selection';
import { notifies, wantsOneTable, type Draft } from './draft/draft';
import { plainBody } from './draft/fields';
import { finalSnipeDate } from '@/entities/request/final-snipe';
import { chosenTimes } from './sections/times/time-presets';

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
}: {
  draft: Draft;
  venues: readonly SelectedVenue[];
  accounts: ChosenAccounts;
  /** The concierge's client, who gets the table. */
  client: ClientDetails | null;
  cards?: ChosenCards;
}): ReservationBody {
  return {
    reservation: {
      ...plainBody(draft),
      snipe_type: draft.snipeType,
      venues: venues.map(({ id, selectedSittingOption, otherSittingOptions = [] }) => {
        if (selectedSittingOption === undefined) return { id };
        const wanted = { id, table_type: selectedSittingOption };
        if (otherSittingOptions.length === 0) return wanted;
        return { ...wanted, table_types: [selectedSittingOption, ...otherSittingOptions] };
      }),
      dates: draft.dates,
      start_time: draft.time?.start ?? null,
      end_time: draft.time?.end ?? null,
      time_windows: chosenTimes(draft).map(({ start, end }) => ({
        start_time: start,
        end_time: end,
      })),
      ...typeFields(draft),
      notify_only: notifies(draft),
      one_table: wantsOneTable(draft),
    },
    clientDetails: client,
    ...accountFields(accounts),
    ...(Object.keys(cards).length === 0 ? {} : { selectedCards: cards }),
    errors: NO_ERRORS,
  };
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
