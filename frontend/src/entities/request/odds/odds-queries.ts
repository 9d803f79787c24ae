/** The queries of odds. A failed query is not repeated, because a screen works without odds. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { RequestFields } from '@/api/reservation-types';

const STALE_MS = 60_000;

export const groupOddsQuery = (groupId: number) =>
  queryOptions({
    queryKey: ['odds', 'group', groupId],
    queryFn: async ({ signal }) => {
      const params = { path: { group_id: groupId } };
      const answer = await unwrap(
        api.GET('/api/reservations/{group_id}/odds/', { params, signal }),
      );
      return answer.odds;
    },
    staleTime: STALE_MS,
    retry: false,
  });

export const draftOddsQuery = (reservation: RequestFields) =>
  queryOptions({
    queryKey: ['odds', 'draft', reservation],
    queryFn: async ({ signal }) => {
      const answer = await unwrap(
        api.POST('/api/reservations/odds/', { body: { reservation }, signal }),
      );
      return answer.odds;
    },
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
    retry: false,
  });
