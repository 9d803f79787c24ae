/** Leading-edge batcher: emits the first items at once, then one batch every `ms` while more arrive. */
export type Batcher<T> = {
  add: (items: readonly T[]) => void;
  /** Drop the items that were not emitted. */
  stop: () => void;
};

export function createBatcher<T>(ms: number, onBatch: (items: T[]) => void): Batcher<T> {
  let pending: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function emit(): void {
    const items = pending;
    pending = [];
    timer = items.length === 0 ? undefined : setTimeout(emit, ms);
    if (items.length > 0) onBatch(items);
  }

  return {
    add(items) {
      if (items.length === 0) return;
      pending.push(...items);
      if (timer === undefined) emit();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      pending = [];
    },
  };
}
