import { createFileRoute } from '@tanstack/react-router';
import { PageTitle } from '@/ui/page-title';

export const Route = createFileRoute('/_app/reservations/')({
  head: () => ({ meta: [{ title: 'Reservations · Tablehawk' }] }),
  component: () => (
    <main className="page" id="main">
      <PageTitle>Reservations</PageTitle>
    </main>
  ),
});
