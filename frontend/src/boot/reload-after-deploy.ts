/**
 * Reloads a page that is open during a deploy. When a chunk does not load and the server names another build, the
 * page reloads; without a network, or with the same build, the failure is shown in its place.
 */

import { markCodeLoadError } from '@/lib/loading/code-load-error';

const KEY = 'reloaded-at';
/** Two servers with different builds must not reload the page in a loop. */
const RELOAD_PAUSE_MS = 60_000;

type Deps = { entry: string; reload: () => void; now?: () => number };

/** Start listening. `entry` is the URL of the running build's entry chunk. Returns the function that stops it. */
export function reloadAfterDeploy({ entry, reload, now = Date.now }: Deps): () => void {
  const onFailure = (event: Event) => {
    // A style sheet that failed a second time is reported without an error.
    if ('payload' in event && event.payload instanceof Error) markCodeLoadError(event.payload);
    void serverHasNewBuild(entry).then((isNewBuild) => {
      const last = Number(sessionStorage.getItem(KEY) ?? 0);
      if (!isNewBuild || now() - last < RELOAD_PAUSE_MS) return;
      sessionStorage.setItem(KEY, String(now()));
      reload();
    });
  };
  window.addEventListener('vite:preloadError', onFailure);
  return () => {
    window.removeEventListener('vite:preloadError', onFailure);
  };
}

/** The HTML names the hashed entry: another name is another build. */
async function serverHasNewBuild(entry: string): Promise<boolean> {
  try {
    const response = await fetch('/', { cache: 'no-store' });
    return response.ok && !(await response.text()).includes(new URL(entry).pathname);
  } catch {
    return false;
  }
}
