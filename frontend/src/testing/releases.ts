/** Release requests in each of their states, relative to now: their tickets show the remaining time. */
import type { Group, WatchState } from '../api/reservation-types';
import { aWatch } from './reservation-fixtures';
import { groupAt } from './reservations';

const MINUTE = 60_000;

/** The first book opens in 14 minutes, the second in two days; the third is opening. */
export function aReleaseRail(now = Date.now()): Group[] {
  return [
    release(4135, 'Osteria Lucciola', 'armed', now + 14 * MINUTE),
    release(4134, 'Vesper', 'armed', now + 2 * 24 * 60 * MINUTE),
    release(4133, 'Petit Quai', 'releasing', now - 3000),
    release(4132, 'Salt Hay', 'switched_off', now + 14 * MINUTE),
    release(4130, 'Jangdok', 'quarantined', now - 60 * MINUTE),
  ];
}

function release(id: number, venue: string, state: WatchState, opensAt: number): Group {
  return groupAt(
    [venue],
    { watch: aWatch({ state, checks: 0, last_check_at: null }) },
    {
      group_id: id,
      number: `0${id}`,
      snipe_type: 'release',
      release_at: new Date(opensAt).toISOString(),
    },
  );
}
