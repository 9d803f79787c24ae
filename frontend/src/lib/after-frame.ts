/** A hidden tab paints no frames, so the work runs after this time at the latest. */
const HIDDEN_MS = 250;

/**
 * Run work at the beginning of the frame after the next one, so that the next frame and its drawing do not wait for it.
 * Returns a function that cancels it.
 */
export function afterFrame(work: () => void): () => void {
  const run = () => {
    cancel();
    work();
  };
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(run);
  });
  const timer = setTimeout(run, HIDDEN_MS);
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  return cancel;
}
