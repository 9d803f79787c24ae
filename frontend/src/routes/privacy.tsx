import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '@/features/legal/legal-page';

export const Route = createFileRoute('/privacy')({
  head: () => ({ meta: [{ title: 'Privacy policy · Tablehawk' }] }),
  component: Privacy,
});

function Privacy() {
  return <LegalPage text="privacy" />;
}
