import { lazyPanel } from '@/ui/overlays/lazy-panel';
import { Skeleton } from '@/ui/skeleton';

/** The offer to file the kept request, whose code loads only for somebody who has kept one. */
export const NotifyKeptPanel = lazyPanel(
  async () => (await import('./notify-kept')).NotifyKept,
  <Skeleton className="banner-pending" />,
);
