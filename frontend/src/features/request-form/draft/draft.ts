/**
 * The draft of a request except its venues, which are the listing's selection (`entities/venue/selection.ts`). Pure;
 * `use-draft.ts` stores it.
 */
import * as v from 'valibot';
import type { Entitlements } from '@/api/types';
import type { ReservationBody } from '@/api/reservation-types';
import type { IsoDate } from '@/lib/dates';
import type { ChosenAccounts, ChosenCards } from '@/entities/platform/accounts';
import type { FinalSnipe } from '@/entities/request/final-snipe';
import { EMPTY_FIELDS, savedFields, type PlainFields } from './fields';
import { isPreset, type TimeWindow } from '@/features/request-form/sections/times/time-presets';

export type SnipeType = ReservationBody['reservation']['snipe_type'];

export type Draft = PlainFields & {
  snipeType: SnipeType;
  /** In the user's order, the best first; by date until the user moves one. */
  dates: IsoDate[];
  /** The day of `dates` that the form proposed and nobody chose: the first chosen day replaces it. */
  offeredDay: IsoDate | null;
  /** One table in all, or one for each date; null until the user chooses. */
  oneTable: boolean | null;
  time: TimeWindow | null;
  /** Further times after the first, which the user prefers; a time may be incomplete. */
  moreTimes: TimeWindow[];
  /** Kept while another type is chosen, but sent only with the type `cancel`. */
  finalSnipe: FinalSnipe | null;
  releaseDate: IsoDate | null;
  /** `HH:MM` in New York, as the release date. */
  releaseTime: string | null;
  /** Look for cancellations if the release is missed; only with the type `release`. */
  continueAsCancel: boolean;
  /** File the request again each week until this day. Only for a new request. */
  repeatUntil: IsoDate | null;
  /** Nothing is booked; only with the type `cancel`. */
  notifyOnly: boolean;
  /** A concierge's choice in the first step; empty for all others. */
  accounts: ChosenAccounts;
  /** A platform has none until the user chooses. */
  cards: ChosenCards;
};

export const EMPTY_DRAFT: Draft = {
  ...EMPTY_FIELDS,
  snipeType: 'cancel',
  dates: [],
  offeredDay: null,
  oneTable: null,
  time: null,
  moreTimes: [],
  finalSnipe: null,
  releaseDate: null,
  releaseTime: null,
  continueAsCancel: true,
  repeatUntil: null,
  notifyOnly: false,
  accounts: {},
  cards: {},
};

const isoDate = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/));
const time = v.pipe(v.string(), v.regex(/^\d{2}:\d{2}$/));
const openTime = v.union([time, v.literal('')]);
export const windowSchema = v.object({ start: time, end: time });
const draftSchema = v.object({
  ...savedFields,
  snipeType: v.picklist(['cancel', 'release']),
  dates: v.array(isoDate),
  offeredDay: v.nullable(isoDate),
  oneTable: v.nullable(v.boolean()),
  time: v.nullable(windowSchema),
  moreTimes: v.array(v.object({ start: openTime, end: openTime })),
  finalSnipe: v.nullable(
    v.union([
      v.object({ daysBefore: v.union([v.literal(1), v.literal(2)]) }),
      v.object({ on: isoDate }),
    ]),
  ),
  releaseDate: v.nullable(isoDate),
  releaseTime: v.nullable(time),
  continueAsCancel: v.boolean(),
  repeatUntil: v.nullable(isoDate),
  notifyOnly: v.boolean(),
  accounts: v.record(v.string(), v.pipe(v.number(), v.integer())),
  cards: v.record(v.string(), v.string()),
}) satisfies v.GenericSchema<unknown, Draft>;

/** Read a saved draft; an unreadable or outdated one becomes empty. */
export function parseDraft(saved: string | null): Draft {
  if (saved === null) return EMPTY_DRAFT;
  try {
    const parsed = v.safeParse(draftSchema, JSON.parse(saved));
    return parsed.success ? parsed.output : EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
}

/** Such a request waits for canceled tables. */
export const NOTIFIES = { notifyOnly: true, snipeType: 'cancel' } as const satisfies Partial<Draft>;

/** Whether the request only notifies. A release request always books. */
export function notifies({ notifyOnly, snipeType }: Draft): boolean {
  return notifyOnly && snipeType === 'cancel';
}

/** Remove days that have passed since the draft was saved. */
export function dropPastDates(draft: Draft, today: IsoDate): Draft {
  const isOver = draft.releaseDate !== null && draft.releaseDate < today;
  return {
    ...draft,
    dates: draft.dates.filter((date) => date >= today),
    releaseDate: isOver ? null : draft.releaseDate,
    repeatUntil: draft.repeatUntil !== null && draft.repeatUntil < today ? null : draft.repeatUntil,
  };
}

/** The dates that the user has chosen, without an offered one. */
export function chosenDates({ dates, offeredDay }: Pick<Draft, 'dates' | 'offeredDay'>): IsoDate[] {
  return dates.filter((date) => date !== offeredDay);
}

/**
 * Add or remove a date. Where the plan allows one, another date replaces it; where it allows several, null means that
 * there is no room for a further one.
 */
export function toggleDate(
  dates: readonly IsoDate[],
  date: IsoDate,
  max: number,
): IsoDate[] | null {
  if (dates.includes(date)) return dates.filter((chosen) => chosen !== date);
  if (max <= 1) return [date];
  return dates.length < max ? addDates(dates, [date]) : null;
}

/** Add dates. Dates that the user has not reordered stay sorted. */
export function addDates(dates: readonly IsoDate[], added: readonly IsoDate[]): IsoDate[] {
  const all = [...new Set([...dates, ...added])];
  const isSorted = dates.every((date, index) => index === 0 || (dates[index - 1] ?? '') < date);
  return isSorted ? all.sort() : all;
}

/**
 * Whether the request gets one table in all, in the user's order. Several dates do unless the user chose otherwise. For
 * one date both mean one table, and without an order a table is booked without waiting for a better one.
 */
export function wantsOneTable(draft: Draft): boolean {
  return !notifies(draft) && draft.dates.length > 1 && (draft.oneTable ?? true);
}

/** Remove what the tier does not allow from a draft that was made under another tier. The first dates are kept. */
export function fitToTier(draft: Draft, entitlements: Entitlements): Draft {
  const { partySize } = draft;
  const sizeFits =
    partySize === null ||
    entitlements.custom_party_size ||
    entitlements.party_sizes.includes(partySize);
  return {
    ...draft,
    snipeType: entitlements.release_requests ? draft.snipeType : 'cancel',
    partySize: sizeFits ? partySize : null,
    time: entitlements.custom_time || isPreset(draft.time) ? draft.time : null,
    moreTimes: entitlements.custom_time ? draft.moreTimes : [],
    dates: draft.dates.slice(0, Math.max(1, entitlements.max_dates)),
    override: draft.override && entitlements.override,
  };
}
