import { lazyExtra } from '@/ui/lazy-component';

/** Loads after the page, which has room for it. */
export const ListingSentence = lazyExtra(
  async () => (await import('./listing-sentence')).ListingSentence,
);
