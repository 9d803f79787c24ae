import { expect, test } from 'vitest';
import type { OddsChange } from '@/api/reservation-types';
import { entitlements } from '@/testing/fixtures';
import { EMPTY_DRAFT } from './draft';
import { appliedChange } from './odds-change';

const NOTHING = { date: null, start_time: null, end_time: null, party_size: null };
const DAY = '2026-11-24';
const WIDER = { start_time: '18:00', end_time: '21:00' };
const draft = { ...EMPTY_DRAFT, dates: ['2026-11-27'], offeredDay: '2026-11-27' };

test.each<[Pick<OddsChange, 'kind'> & Partial<OddsChange>, 'standard' | 'premium', object | null]>([
  [{ kind: 'times', ...WIDER }, 'premium', { time: { start: '18:00', end: '21:00' } }],
  [{ kind: 'times', ...WIDER }, 'standard', null],
  [{ kind: 'day', date: DAY }, 'premium', { dates: [DAY, '2026-11-27'], offeredDay: null }],
  [{ kind: 'day', date: DAY }, 'standard', null],
  [{ kind: 'party', party_size: 4 }, 'standard', { partySize: 4 }],
  [{ kind: 'party', party_size: 3 }, 'standard', null],
  [{ kind: 'party', party_size: 3 }, 'premium', { partySize: 3 }],
])('%j on %s', (change, tier, part) => {
  const applied = appliedChange(
    { probability: 0.4, ...NOTHING, ...change },
    draft,
    entitlements(tier),
  );
  if (part === null) expect(applied).toBeNull();
  else expect(applied).toMatchObject(part);
});
