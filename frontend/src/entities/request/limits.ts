/** How many requests are used and what the plan allows (specification §9). The server enforces it. */
import { listMessages } from './messages';

/** `limit` is null for concierge and VIP users, who have no limit. */
export type Usage = { used: number; limit: number | null };

export function counterText({ used, limit }: Usage): string {
  return listMessages.used(used, limit);
}

/** The counter of a draft: active reservations plus dates times venues of the draft. */
export function usedWithDraft(active: number, draft: { dates: number; venues: number }): number {
  return active + draft.dates * draft.venues;
}

export function isOverLimit({ used, limit }: Usage): boolean {
  return limit !== null && used > limit;
}

/** `1 date × 2 restaurants = 2 of them here`; null until both are chosen. */
export function draftSum({ dates, venues }: { dates: number; venues: number }): string | null {
  if (dates === 0 || venues === 0) return null;
  return listMessages.draftSum(dates, venues);
}

/** What must be chosen before anything can be counted; null if both are missing, which the draft's sentence says. */
export function draftMissing({ dates, venues }: { dates: number; venues: number }): string | null {
  if (dates > 0) return listMessages.chooseVenue;
  return venues > 0 ? listMessages.chooseDate : null;
}

export type MeterCell = 'used' | 'draft' | 'free';

/** One cell for each reservation that the plan allows; empty without a limit. */
export function meterCells(active: number, draft: number, limit: number | null): MeterCell[] {
  return Array.from({ length: limit ?? 0 }, (_, index) => {
    if (index < active) return 'used';
    return index < active + draft ? 'draft' : 'free';
  });
}

/** Unpausing is refused if total_reservations plus the group's number of dates exceeds the limit. */
export function unpauseIsOverLimit({
  total,
  dates,
  limit,
}: {
  total: number;
  dates: number;
  limit: number | null;
}): boolean {
  return isOverLimit({ used: total + dates, limit });
}
