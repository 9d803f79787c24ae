/** Maps a group to the form that edits it (specification §2, Edit Reservation). Pure. */
import type { Group } from '@/api/reservation-types';
import {
  accountsAt,
  NO_ACCOUNT,
  type ChosenAccounts,
  type UserAccounts,
} from '@/entities/platform/accounts';
import { platforms } from '@/entities/platform/platforms';
import type { IsoDate } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import type { SelectedVenue } from '@/entities/venue/selection';
import { EMPTY_DRAFT, type Draft } from './draft/draft';
import { plainFields } from './draft/fields';
import { REQUEST_FORM } from './messages';
import {
  FINAL_SNIPE_PRESETS,
  finalSnipeDate,
  type FinalSnipe,
} from '@/entities/request/final-snipe';
import { isOpen } from '@/entities/request/group-state';
import { withSeatings } from '@/entities/venue/selection';

/** What the form needs of the edited group. */
export type Editing = {
  groupId: number;
  /** Dates that are booked, ended or past and cannot be changed. */
  closed: readonly IsoDate[];
  /** The group's own restaurants, about which no warning is shown. */
  venueIds: ReadonlySet<number>;
  /** A release that has opened may stay as it is. */
  release: KeptRelease;
  /** A table is booked on one of the dates, so the group cannot be changed to one table in all. */
  hasTable: boolean;
  /** A change counts for this week only. */
  isWeekly: boolean;
  /** What an update removes. */
  removed: RemovedParts;
};
export type KeptRelease = Pick<Draft, 'releaseDate' | 'releaseTime'>;

export function editingOf(
  group: Group,
  { closed, isWeekly }: { closed: readonly IsoDate[]; isWeekly: boolean },
): Omit<Editing, 'removed'> {
  return {
    groupId: group.group_id,
    closed,
    isWeekly,
    venueIds: new Set(group.venues.map(({ id }) => id)),
    hasTable: group.members.some(({ status }) => status === 'confirmed'),
    release: { releaseDate: group.release_date, releaseTime: group.release_time },
  };
}

export function draftOf(group: Group, closed: readonly IsoDate[], user: UserAccounts): Draft {
  const [time = null, ...moreTimes] = group.time_windows.map(({ start_time, end_time }) => {
    return { start: start_time, end: end_time };
  });
  const dates = group.dates_by_choice.filter((date) => !closed.includes(date));
  return {
    ...EMPTY_DRAFT,
    ...plainFields(group),
    snipeType: group.snipe_type,
    dates,
    oneTable: group.one_table,
    time,
    moreTimes,
    finalSnipe: finalSnipeOf(group.final_snipe_date, dates),
    releaseDate: group.release_date,
    releaseTime: group.release_time,
    continueAsCancel:
      group.snipe_type === 'release' ? group.continue_as_cancel : EMPTY_DRAFT.continueAsCancel,
    notifyOnly: group.notify_only,
    accounts: accountsOf(group, user),
    cards: group.chosen_cards,
  };
}

/** The group's restaurants in its own order; `details` adds what the group does not have. */
export function venuesOf(group: Group, details: readonly SelectedVenue[]): SelectedVenue[] {
  return group.venues.flatMap(({ id, table_types }) => {
    const venue = details.find((candidate) => candidate.id === id);
    if (venue === undefined) return [];
    const isAny = table_types.every((seating) => seating === '');
    // "Any" as the last of several seatings has to be sent by this name.
    const named = table_types.map((seating) =>
      seating === '' ? REQUEST_FORM.anySeating : seating,
    );
    return [withSeatings(venue, isAny ? [] : named)];
  });
}

/** What the group has and the form cannot show, as the user reads it. */
export type RemovedParts = {
  /** The restaurants that are no longer listed. */
  unlisted: readonly string[];
  /** What the tier does not allow. */
  notInPlan: readonly string[];
};

/** `fitted` is `draft` without what the tier does not allow; `listed` are the restaurants that are still listed. */
export function removedParts(
  group: Pick<Group, 'venues' | 'members'>,
  listed: readonly SelectedVenue[],
  { draft, fitted, maxVenues }: { draft: Draft; fitted: Draft; maxVenues: number },
): RemovedParts {
  const isRemoved = (field: keyof Draft) => fitted[field] !== draft[field];
  return {
    unlisted: group.venues
      .filter(({ id }) => listed.every((venue) => venue.id !== id))
      .map(({ venue_name }) => venue_name)
      // A restaurant that is booked or over stays as it is.
      .filter((name) => group.members.some((one) => one.venue_name === name && isOpen(one.status))),
    notInPlan: [
      ...listed.slice(maxVenues).map(({ venue_name }) => venue_name),
      ...draft.dates.filter((date) => !fitted.dates.includes(date)).map((date) => formatDay(date)),
      ...REMOVABLE.filter(isRemoved).map((field) => REQUEST_FORM.removable[field]),
      ...(fitted.moreTimes.length < draft.moreTimes.length
        ? [REQUEST_FORM.removable.moreTimes]
        : []),
    ],
  };
}

const REMOVABLE = ['snipeType', 'partySize', 'time', 'override'] as const;

/** The preset that means this day, so that it follows the dates; else the day itself. */
function finalSnipeOf(day: IsoDate | null, dates: readonly IsoDate[]): FinalSnipe | null {
  if (day === null) return null;
  const preset = FINAL_SNIPE_PRESETS.find(
    (daysBefore) => finalSnipeDate({ daysBefore }, dates) === day,
  );
  return preset === undefined ? { on: day } : { daysBefore: preset };
}

/**
 * The API names a group's accounts only by name. A name that fits one account of the platform selects it, else the
 * concierge chooses again. A platform that the group does not use has none.
 */
function accountsOf({ account_name, venues }: Group, user: UserAccounts): ChosenAccounts {
  const names = [account_name, ...account_name.split(', ')];
  const keys = [...new Set(venues.map(({ reservation_source }) => reservation_source))];
  return Object.fromEntries(
    platforms().map(({ key: platform }) => {
      const [only, ...others] = accountsAt(user, platform).filter(
        ({ display_name, username }) => names.includes(display_name) || names.includes(username),
      );
      const isClear = keys.includes(platform) && only !== undefined && others.length === 0;
      return [platform, isClear ? only.id : NO_ACCOUNT];
    }),
  );
}
