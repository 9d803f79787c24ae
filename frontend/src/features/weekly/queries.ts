import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { reservationKeys } from '@/entities/request/cache/queries';

export type WeeklyRule = components['schemas']['WeeklyRuleOut'];
export type WeeklyRules = components['schemas']['WeeklyRulesOut'];

/** The query of the user's weekly rules. Live events keep it current (`features/live/cache-updates.ts`). */
export const weeklyRulesQuery = queryOptions({
  queryKey: reservationKeys.weekly,
  queryFn: ({ signal }) => unwrap(api.GET('/api/weekly-rules/', { signal })),
});
