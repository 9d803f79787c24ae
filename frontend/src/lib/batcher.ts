/**
 * Hands things on at once when all has been quiet, and what follows within `ms` together at its end: one outcome is
 * told without a wait, a thousand in a second are told once.
 */
export type Gather<T> = {
  add: (things: readonly T[]) => void;
  /** Forgets what was not handed on yet. */
  stop: () => void;
};

export function gather<T>(ms: number, hand: (things: T[]) => void): Gather<T> {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function handOn(): void {
    const things = waiting;
    waiting = [];
    timer = things.length === 0 ? undefined : setTimeout(handOn, ms);
    if (things.length > 0) hand(things);
  }

  return {
    add(things) {
      if (things.length === 0) return;
      waiting.push(...things);
      if (timer === undefined) handOn();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      waiting = [];
    },
  };
}
