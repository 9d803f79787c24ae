import { lazyExtra } from '@/ui/lazy-component';

/** These load after the page or the palette, which has room for them. */
export const ListingSentence = lazyExtra(
  async () => (await import('./listing-sentence')).ListingSentence,
);

export const PaletteSentence = lazyExtra(
  async () => (await import('./palette-sentence')).PaletteSentence,
);
