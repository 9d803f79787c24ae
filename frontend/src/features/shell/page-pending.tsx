import { useDelayedFlag } from '@/lib/use-delayed-flag';
import { BareHeader } from '@/ui/bare-header';
import { Skeleton } from '@/ui/skeleton';
import { SHELL } from './messages';

/** After this time the page explains why it is empty. */
const SLOW_AFTER_MS = 4000;

/** The header and placeholders of title and first block, until the user is known. */
export function PagePending() {
  const isLate = useDelayedFlag(true, SLOW_AFTER_MS);
  // Without a network the strip above explains it.
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
