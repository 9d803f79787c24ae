/** The two booking platforms as the user reads of them. */
import type { ReservationSource } from '@/api/types';

export const PLATFORM_NAMES: Record<ReservationSource, string> = {
  resy: 'Resy',
  opentable: 'OpenTable',
};
