import { createFileRoute } from '@tanstack/react-router';
import { OddsPage } from '@/features/odds/odds-page';

export const Route = createFileRoute('/odds')({
  head: () => ({ meta: [{ title: 'How good our odds were · Tablehawk' }] }),
  component: OddsPage,
});
