/** The two booking platforms by the names that users read. */
import type { ReservationSource } from '@/api/types';

export const PLATFORM_NAMES: Record<ReservationSource, string> = {
  resy: 'Resy',
  opentable: 'OpenTable',
};
