/**
 * Runs work with the next painted frame, and work that comes alone at once: a single outcome does not wait, a burst
 * costs one drawing for each frame. A hidden tab paints no frame, so a timer stands behind it: what happened is then
 * known within a quarter of a second and the tab's memory does not grow.
 */
const HIDDEN_MS = 250;
const FRAME_MS = 17;

let lastRun = -Infinity;

/** Returns the way to call it off. */
export type Schedule = (work: () => void) => () => void;

export const nextFrame: Schedule = (work) => {
  const run = () => {
    cancel();
    lastRun = performance.now();
    work();
  };
  const isAlone = performance.now() - lastRun > FRAME_MS;
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, isAlone ? 0 : HIDDEN_MS);
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  return cancel;
};
