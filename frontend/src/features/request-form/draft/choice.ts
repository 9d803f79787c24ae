/** A draft and the choice in an address: what one says is written into the other. Pure. */
import type { Entitlements } from '@/api/types';
import { addIsoDays, type IsoDate } from '@/lib/dates';
import type { Choice } from '@/entities/request/choice';
import {
  isValidWindow,
  sameWindow,
  TIME_PRESETS,
  type TimeWindow,
} from '../sections/times/time-presets';
import { EMPTY_DRAFT, fitToTier, type Draft } from './draft';

const MOST_GUESTS = 10;

/** Put the choice into the draft. What is unreadable, over, or beyond the plan is ignored. */
export function withChoice(
  draft: Draft,
  choice: Choice,
  entitlements: Entitlements,
  today: IsoDate,
): Draft {
  const chosen = fitToTier(
    {
      ...EMPTY_DRAFT,
      partySize: partyOf(choice.party),
      dates: (choice.date ?? '').split(',').filter((date) => isDay(date) && date >= today),
      time: windowOf(choice.time),
    },
    entitlements,
  );
  return {
    ...draft,
    partySize: chosen.partySize ?? draft.partySize,
    ...(chosen.dates.length > 0 && { dates: chosen.dates, offeredDay: null }),
    ...(chosen.time !== null && { time: chosen.time, moreTimes: [] }),
  };
}

/** What an address says of these fields. */
export function choiceOf({ partySize, dates, time }: Partial<Draft>): Choice {
  return {
    ...(partySize != null && { party: String(partySize) }),
    ...(dates !== undefined && { date: dates.join(',') }),
    ...(time != null && { time: timeText(time) }),
  };
}

/** Whether the draft has what the choice says already. */
export function agrees(draft: Draft, choice: Choice): boolean {
  const own = choiceOf(draft);
  return (['party', 'date', 'time'] as const).every(
    (field) => choice[field] === undefined || choice[field] === own[field],
  );
}

function partyOf(text: string | undefined): number | null {
  const size = Number(text);
  return Number.isInteger(size) && size >= 1 && size <= MOST_GUESTS ? size : null;
}

function isDay(text: string): boolean {
  // A day that no calendar has, such as the 31st of February, becomes another one.
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && addIsoDays(text, 0) === text;
}

function timeText(time: TimeWindow): string {
  const preset = TIME_PRESETS.find((one) => sameWindow(one, time));
  return preset?.label.toLowerCase() ?? `${time.start}-${time.end}`;
}

function windowOf(text = ''): TimeWindow | null {
  const preset = TIME_PRESETS.find(({ label }) => label.toLowerCase() === text);
  const [start = '', end = ''] =
    preset === undefined ? text.split('-') : [preset.start, preset.end];
  return isValidWindow({ start, end }) ? { start, end } : null;
}
