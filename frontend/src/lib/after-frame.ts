/** A hidden tab paints no frames, so the work runs after this time at the latest. */
const HIDDEN_MS = 250;

/**
 * Run work after the next frame is painted, so that the frame does not wait for it. Returns a function that cancels
 * it.
 */
export function afterFrame(work: () => void): () => void {
  let painted: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    cancel();
    work();
  };
  const frame = requestAnimationFrame(() => {
    painted = setTimeout(run, 0);
  });
  const timer = setTimeout(run, HIDDEN_MS);
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(painted);
    clearTimeout(timer);
  };
  return cancel;
}
