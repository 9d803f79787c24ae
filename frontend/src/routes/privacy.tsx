import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '@/features/legal/legal-page';
import { titled } from '@/lib/page-title';

export const Route = createFileRoute('/privacy')({
  head: titled('Privacy policy'),
  component: Privacy,
});

function Privacy() {
  return <LegalPage text="privacy" />;
}
