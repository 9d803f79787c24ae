/**
 * Runs work with the next painted frame. A hidden tab paints none, so a timer stands behind it: what happened
 * is then known within a quarter of a second and the tab's memory does not grow.
 */
const HIDDEN_MS = 250;

/** Returns the way to call it off. */
export type Schedule = (work: () => void) => () => void;

export const nextFrame: Schedule = (work) => {
  const run = () => {
    cancel();
    work();
  };
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, HIDDEN_MS);
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  return cancel;
};
