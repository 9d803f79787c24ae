/** The listeners of a module that keeps a value outside of React, for `useSyncExternalStore`. */
export type Listeners = {
  notify: () => void;
  /** Returns what ends the subscription. */
  subscribe: (listener: () => void) => () => void;
};

export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    notify: () => {
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
