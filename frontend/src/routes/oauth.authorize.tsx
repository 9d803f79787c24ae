import { createFileRoute } from '@tanstack/react-router';
import { lazyPanel } from '@/ui/overlays/lazy-panel';

export const Route = createFileRoute('/oauth/authorize')({ component: Authorize });

// Loaded by the page and not by the router, whose entry lists the files of its pages.
const ConsentPage = lazyPanel(
  async () => (await import('@/features/oauth/consent-page')).ConsentPage,
);

function Authorize() {
  return <ConsentPage />;
}
