import { vi } from 'vitest';

/** From now on a media query matches where `says` says so, and never changes. */
export function mediaMatches(says: (query: string) => boolean): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list: Partial<MediaQueryList> = {
      matches: says(query),
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    };
    return list as MediaQueryList;
  });
}
