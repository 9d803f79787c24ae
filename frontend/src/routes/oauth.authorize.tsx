import { createFileRoute } from '@tanstack/react-router';
import { ConsentPage } from '@/features/oauth/consent-page';

export const Route = createFileRoute('/oauth/authorize')({
  head: () => ({ meta: [{ title: 'Access · Tablehawk' }] }),
  component: ConsentPage,
});
