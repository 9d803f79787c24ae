/** The two booking platforms as the user reads of them, and which of them can be connected today. */
import type { ReservationSource } from '@/api/types';

export const PLATFORM_NAMES: Record<ReservationSource, string> = {
  resy: 'Resy',
  opentable: 'OpenTable',
};

/** OpenTable's phone login is built in an issue of its own; until then nothing pretends it is there. */
export const CONNECTABLE: Record<ReservationSource, boolean> = { resy: true, opentable: false };
