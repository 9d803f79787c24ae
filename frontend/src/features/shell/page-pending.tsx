import { useLate } from '@/lib/use-delayed-flag';
import { BareHeader } from '@/ui/bare-header';
import { Skeleton } from '@/ui/skeleton';
import { SHELL } from './messages';

/** After this long a blank page owes a word. */
const SHOW_AFTER_MS = 4000;

/** The header, the page's title and first block, while nothing of the page is known yet. */
export function PagePending() {
  const isLate = useLate(true, SHOW_AFTER_MS);
  // Without a network the strip says why, and that it is nobody's slowness.
  const slow = isLate && navigator.onLine;
  return (
    <>
      <BareHeader />
      <main className="page" id="main" aria-busy="true">
        <p className={slow ? 'slow' : 'sr-only'} role="status">
          {slow ? SHELL.slow : SHELL.loading}
        </p>
        <Skeleton className="mb-6 h-10 w-80 max-w-full" />
        <Skeleton className="h-64 w-full" />
      </main>
    </>
  );
}
