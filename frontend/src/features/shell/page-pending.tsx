import { Skeleton } from '@/ui/skeleton';

/** The page's title and first block, while nothing of the page is known yet. */
export function PagePending() {
  return (
    <main className="page" id="main" aria-busy="true">
      <p className="sr-only" role="status">
        Loading
      </p>
      <Skeleton className="mb-6 h-10 w-80 max-w-full" />
      <Skeleton className="h-64 w-full" />
    </main>
  );
}
