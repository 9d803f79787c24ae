/** The three preset windows and the rule for a custom one (specification §5, §9). Times are `HH:MM`. */

export type TimeWindow = { start: string; end: string };

export const TIME_PRESETS = [
  { label: 'Early', start: '17:00', end: '18:30' },
  { label: 'Prime', start: '18:30', end: '20:30' },
  { label: 'Late', start: '20:30', end: '22:30' },
] as const;

export function isPreset(window: TimeWindow | null): boolean {
  return TIME_PRESETS.some((preset) => sameWindow(preset, window));
}

export function sameWindow(a: TimeWindow, b: TimeWindow | null): boolean {
  return a.start === b?.start && a.end === b.end;
}

/** A start is required and the end must be later; `HH:MM` compares as text. */
export function isValidWindow({ start, end }: TimeWindow): boolean {
  return isTime(start) && isTime(end) && end > start;
}

/** The server's maximum. */
export const MAX_TIMES = 4;

/** The complete times of a draft, first choice first. */
export function chosenTimes(draft: {
  time: TimeWindow | null;
  moreTimes: readonly TimeWindow[];
}): TimeWindow[] {
  return draft.time === null ? [] : [draft.time, ...draft.moreTimes.filter(isValidWindow)];
}

/** Whether two times overlap. One may begin when another ends. */
export function overlap(times: readonly TimeWindow[]): boolean {
  const sorted = [...times].sort((a, b) => (a.start < b.start ? -1 : 1));
  return sorted.some(({ start }, index) => start < (sorted[index - 1]?.end ?? ''));
}

export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}
