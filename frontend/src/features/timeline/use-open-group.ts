import { useQuery } from '@tanstack/react-query';
import type { Group } from '@/api/reservation-types';
import { groupQuery } from '@/entities/request/cache/queries';

/** The open group: as it is shown, else asked for by its id, since a toast may lead to an older one. */
export function useOpenGroup(
  shown: (groupId: number) => Group | undefined,
  openId: number | undefined,
): Group | undefined {
  const found = openId === undefined ? undefined : shown(openId);
  const asked = useQuery({
    ...groupQuery(openId ?? 0),
    enabled: found === undefined && openId !== undefined && Number.isSafeInteger(openId),
  });
  return found ?? (asked.data?.group_id === openId ? asked.data : undefined);
}
