import { useCallback, useSyncExternalStore } from 'react';

/** The two sides of the layout's breakpoint, as in the style sheets. */
export const WIDE = '(min-width: 901px)';
/** Lists of requests are rows up to this width. */
export const PHONE = '(max-width: 600px)';
export const NARROW = '(max-width: 900px)';

/** Whether a media query holds, kept up to date. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => {
        list.removeEventListener('change', listener);
      };
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
