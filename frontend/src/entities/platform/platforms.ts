/** The two booking platforms: the names that users read, and their home pages. */
import type { ReservationSource } from '@/api/types';

export const PLATFORM_NAMES: Record<ReservationSource, string> = {
  resy: 'Resy',
  opentable: 'OpenTable',
};

export const PLATFORM_HOMES: Record<ReservationSource, string> = {
  resy: 'https://resy.com',
  opentable: 'https://www.opentable.com',
};
