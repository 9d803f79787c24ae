import { useDeferredValue } from 'react';

/**
 * Whether a value has come. Said as a transition, so that the many parts it brings are drawn in slices and a press in
 * between is answered; what is there at once, or changes later, does not wait.
 */
export function useArrived<T>(value: T | undefined): value is T {
  const arrived = useDeferredValue(value !== undefined);
  return arrived && value !== undefined;
}
