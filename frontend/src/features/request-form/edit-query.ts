/** What the form needs to edit a group, loaded together each time it opens. */
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { reservationKeys } from '@/entities/request/cache/queries';
import { listedVenues, loadGroup, type Repeated } from './repeat-query';

/** `isWeekly`: a weekly request has filed the group, or was created with it. */
export type Editable = Repeated & { closed: string[]; isWeekly: boolean };

export const editQuery = (groupId: number) =>
  queryOptions({
    queryKey: [...reservationKeys.all, 'edit', groupId],
    queryFn: async ({ client, signal }): Promise<Editable> => {
      const [group, closed, isWeekly] = await Promise.all([
        loadGroup(groupId, signal),
        unwrap(
          api.POST('/api/reservations/get-unique-unactive-dates-by-group/', {
            body: { group_id: groupId },
            signal,
          }),
        ),
        belongsToRule(groupId, signal),
      ]);
      return { group, closed: closed.dates, venues: await listedVenues(group, client), isWeekly };
    },
    // The form is filled once; the server checks it against later changes. The client's data is not kept in the
    // cache.
    staleTime: Infinity,
    gcTime: 0,
  });

/** Without an answer, the form only lacks its remark. */
async function belongsToRule(groupId: number, signal: AbortSignal): Promise<boolean> {
  try {
    const { rules } = await unwrap(api.GET('/api/weekly-rules/', { signal }));
    return rules.some(({ group_ids }) => group_ids.includes(groupId));
  } catch {
    return false;
  }
}
