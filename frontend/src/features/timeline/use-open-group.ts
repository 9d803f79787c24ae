import { useQuery } from '@tanstack/react-query';
import type { Group } from '@/api/reservation-types';
import { groupQuery } from '@/entities/request/cache/queries';

/**
 * The group whose timeline is open: from the list, else loaded by its id, because a toast may lead to an older group.
 */
export function useOpenGroup(
  shown: (groupId: number) => Group | undefined,
  openId: number | undefined,
): Group | undefined {
  const found = openId === undefined ? undefined : shown(openId);
  const loaded = useQuery({
    ...groupQuery(openId ?? 0),
    enabled: found === undefined && openId !== undefined && Number.isSafeInteger(openId),
  });
  return found ?? (loaded.data?.group_id === openId ? loaded.data : undefined);
}
