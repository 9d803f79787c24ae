/**
 * Loads the code of the other pages and of dialogs after the first page, so that they open without a network. One
 * file at a time while the browser is idle, and none on a metered connection.
 */
import type { AnyRoute, AnyRouter } from '@tanstack/react-router';
import { whenIdle } from '@/lib/loading/when-idle';
import { lazyCodes } from '@/ui/lazy-component';

/** The page's own requests and the first clicks come before. */
const START_AFTER_MS = 5000;

type Options = {
  router: Pick<AnyRouter, 'routesById' | 'loadRouteChunk'>;
  startAfterMs?: number;
};

/** Resolve when everything is loaded, or after the first failure: without a network the rest would fail too. */
export async function preloadCode({ router, startAfterMs = START_AFTER_MS }: Options) {
  await new Promise((resolve) => setTimeout(resolve, startAfterMs));
  if (isMetered()) return;
  try {
    for (const route of Object.values<AnyRoute>(router.routesById)) {
      // The gallery is for development.
      if (String(route.id).startsWith('/dev')) continue;
      await loadWhenIdle(() => router.loadRouteChunk(route));
    }
    // A page's code names its dialogs, and a dialog may name others: the set grows while the loop runs.
    for (const code of lazyCodes) await loadWhenIdle(code.load);
  } catch {
    // The click that needs the code loads it again and reports the failure.
  }
}

async function loadWhenIdle(load: () => Promise<unknown> | undefined): Promise<void> {
  await whenIdle();
  if (!navigator.onLine) throw new Error('offline');
  await load();
}

/** Whether the user asked for less data or the connection is slow. Only Chromium says so. */
function isMetered(): boolean {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  return connection?.saveData === true || connection?.effectiveType?.includes('2g') === true;
}
