import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '@/features/legal/legal-page';

export const Route = createFileRoute('/terms')({
  head: () => ({ meta: [{ title: 'Terms and conditions · Tablehawk' }] }),
  component: Terms,
});

function Terms() {
  return <LegalPage text="terms" />;
}
