/** How many requests are used and what the plan allows (specification §9). The server enforces it. */

/** `limit` is null for concierge and VIP users, who have no limit. */
export type Usage = { used: number; limit: number | null };

export function counterText({ used, limit }: Usage): string {
  if (limit !== null) return `${used} of ${limit} reservation requests used`;
  return `${used} reservation ${used === 1 ? 'request' : 'requests'} used`;
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
  const parts = `${count(dates, 'date')} × ${count(venues, 'restaurant')}`;
  return `${parts} = ${dates * venues} of them here`;
}

/** What must be chosen before anything can be counted. */
export function draftMissing({ dates, venues }: { dates: number; venues: number }): string {
  if (dates > 0) return 'Choose a restaurant.';
  return venues > 0 ? 'Choose a date.' : 'Choose a restaurant and a date.';
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

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
