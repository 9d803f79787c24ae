/**
 * Loads the code of the other pages and of dialogs once the first page is drawn, so that a press works without a
 * network too. One piece at a time, each while the browser is idle; not at all where data is metered.
 */
import type { AnyRoute, AnyRouter } from '@tanstack/react-router';
import { whenIdle } from '@/lib/loading/when-idle';
import { lateCodes } from '@/ui/lazy-component';

/** The page's own requests and the first presses go first. */
const START_AFTER_MS = 5000;

type Options = {
  router: Pick<AnyRouter, 'routesById' | 'loadRouteChunk'>;
  startAfterMs?: number;
};

/** Resolves when everything is loaded, or when it stopped: without a network or after a failure nothing follows. */
export async function preloadCode({ router, startAfterMs = START_AFTER_MS }: Options) {
  await new Promise((resolve) => setTimeout(resolve, startAfterMs));
  if (isMetered()) return;
  try {
    for (const route of Object.values<AnyRoute>(router.routesById)) {
      // The gallery is for development.
      if (String(route.id).startsWith('/dev')) continue;
      await loadWhenIdle(() => router.loadRouteChunk(route));
    }
    // The code of a page names its dialogs, and a dialog may name others: the set grows while it is walked.
    for (const code of lateCodes) await loadWhenIdle(code.load);
  } catch {
    // The press that needs the code loads it again and reports the failure.
  }
}

async function loadWhenIdle(load: () => Promise<unknown> | undefined): Promise<void> {
  await whenIdle();
  if (!navigator.onLine) throw new Error('offline');
  await load();
}

/** The user asked for less data, or the connection is slow. Only Chromium tells. */
function isMetered(): boolean {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  return connection?.saveData === true || connection?.effectiveType?.includes('2g') === true;
}
