/**
 * Runs work with the next painted frame, and isolated work at once: a single event does not wait, a burst is drawn once
 * per frame. Urgent work waits only for earlier urgent work: an outcome follows live events within a frame. A hidden tab paints no frames, so a timer runs the work within a quarter of a second and the batch
 * does not grow without limit.
 */
const HIDDEN_MS = 250;
const FRAME_MS = 17;

let lastRun = -Infinity;
let lastUrgentRun = -Infinity;

/** Schedule work; returns the function that cancels it. */
export type Schedule = (work: () => void, options?: { urgent: boolean }) => () => void;

export const nextFrame: Schedule = (work, { urgent } = { urgent: false }) => {
  let isWaiting = true;
  const run = () => {
    if (!isWaiting) return;
    cancel();
    lastRun = performance.now();
    if (urgent) lastUrgentRun = lastRun;
    work();
  };
  const isAlone = performance.now() - (urgent ? lastUrgentRun : lastRun) > FRAME_MS;
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, HIDDEN_MS);
  // A microtask, because a timer of 0 ms would wait for the browser's other tasks.
  if (isAlone) queueMicrotask(run);
  const cancel = () => {
    isWaiting = false;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  return cancel;
};
