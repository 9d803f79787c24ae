/** What a new request starts from: party and time of the last one, and the coming Friday. */
import * as v from 'valibot';
import type { Entitlements } from '@/api/types';
import { addIsoDays, toLocalDate, type IsoDate } from '@/lib/dates';
import { TIME_PRESETS } from '../sections/times/time-presets';
import { EMPTY_DRAFT, fitToTier, windowSchema, type Draft } from './draft';
import { savedFields } from './fields';

export type LastRequest = Pick<Draft, 'partySize' | 'time'>;

const FRIDAY = 5;
const PARTY = 2;
const [, PRIME] = TIME_PRESETS;

const lastSchema = v.object({ partySize: savedFields.partySize, time: v.nullable(windowSchema) });
const NONE: LastRequest = { partySize: null, time: null };

const key = (userId: number) => `last-request:${userId}`;

/** Party and time of the request that this browser filed last. */
export const lastRequest = {
  read: (userId: number): LastRequest => {
    try {
      const parsed = v.safeParse(lastSchema, JSON.parse(localStorage.getItem(key(userId)) ?? ''));
      return parsed.success ? parsed.output : NONE;
    } catch {
      return NONE;
    }
  },
  write: (userId: number, { partySize, time }: LastRequest): void => {
    localStorage.setItem(key(userId), JSON.stringify({ partySize, time }));
  },
};

/** Fit the last request to the plan and fill what is missing. The day is offered: the first press replaces it. */
export function firstDraft(last: LastRequest, entitlements: Entitlements, today: IsoDate): Draft {
  const friday = comingFriday(today);
  const { partySize, time } = fitToTier({ ...EMPTY_DRAFT, ...last }, entitlements);
  return {
    ...EMPTY_DRAFT,
    partySize: partySize ?? PARTY,
    time: time ?? { start: PRIME.start, end: PRIME.end },
    dates: [friday],
    offeredDay: friday,
  };
}

/** The first Friday after today. */
export function comingFriday(today: IsoDate): IsoDate {
  const ahead = (FRIDAY - toLocalDate(today).getDay() + 7) % 7;
  return addIsoDays(today, ahead === 0 ? 7 : ahead);
}
