import { lateCode } from '@/ui/lazy-component';

/** The table is a chunk of its own: only concierges load it. */
export const { load: loadDesk } = lateCode(async () => (await import('./concierge-table')).Desk);
