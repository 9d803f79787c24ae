import { vi } from 'vitest';

/** Fix which media queries match, as `says` decides. */
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
