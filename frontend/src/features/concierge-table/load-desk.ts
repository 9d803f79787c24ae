import { lateCode } from '@/ui/late-part';

/** The table is a chunk of its own: only concierges load it. */
export const { load: loadDesk } = lateCode(async () => (await import('./desk')).Desk);
