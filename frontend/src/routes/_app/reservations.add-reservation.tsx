import { createFileRoute } from '@tanstack/react-router';
import { PageTitle } from '@/ui/page-title';

export const Route = createFileRoute('/_app/reservations/add-reservation')({
  head: () => ({ meta: [{ title: 'Add Reservation · Tablehawk' }] }),
  component: () => (
    <main className="page" id="main">
      <PageTitle>Add Reservation</PageTitle>
    </main>
  ),
});
