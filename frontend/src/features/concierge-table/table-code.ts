import { lazyCode } from '@/ui/lazy-component';

/** The table is a chunk of its own: only concierges load it. */
export const tableCode = lazyCode(async () => (await import('./concierge-table')).ConciergeTable);
