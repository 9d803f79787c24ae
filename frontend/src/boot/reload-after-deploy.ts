/**
 * A page that is open during a deploy asks for chunks that are gone. When one fails to load and the server
 * names another build by now, the page reloads itself; without a network, or with the same build, the failure
 * is shown where it happened.
 */

import { markMissingCode } from '@/lib/loading/code-load-error';

const KEY = 'reloaded-at';
/** At most one reload a minute: two servers with different builds must not bounce the page between them. */
const PAUSE_MS = 60_000;

type Deps = { entry: string; reload: () => void; now?: () => number };

/** `entry` is the address of the running build's entry chunk. Returns the way to stop. */
export function reloadAfterDeploy({ entry, reload, now = Date.now }: Deps): () => void {
  const onFailure = (event: Event) => {
    // A style sheet that is loaded again reports its failure without an error.
    if ('payload' in event && event.payload instanceof Error) markMissingCode(event.payload);
    void newBuildIsThere(entry).then((there) => {
      const last = Number(sessionStorage.getItem(KEY) ?? 0);
      if (!there || now() - last < PAUSE_MS) return;
      sessionStorage.setItem(KEY, String(now()));
      reload();
    });
  };
  window.addEventListener('vite:preloadError', onFailure);
  return () => {
    window.removeEventListener('vite:preloadError', onFailure);
  };
}

/** The page names its hashed entry: another name is another build. */
async function newBuildIsThere(entry: string): Promise<boolean> {
  try {
    const response = await fetch('/', { cache: 'no-store' });
    return response.ok && !(await response.text()).includes(new URL(entry).pathname);
  } catch {
    return false;
  }
}
