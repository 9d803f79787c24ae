import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '@/features/legal/legal-page';
import { titled } from '@/lib/page-title';

export const Route = createFileRoute('/terms')({
  head: titled('Terms and conditions'),
  component: Terms,
});

function Terms() {
  return <LegalPage text="terms" />;
}
