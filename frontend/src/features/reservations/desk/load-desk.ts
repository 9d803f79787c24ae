/** The table is a chunk of its own: only concierges load it. */
export const loadDesk = async () => ({ default: (await import('./desk')).Desk });
