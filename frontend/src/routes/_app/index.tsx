import { createFileRoute } from '@tanstack/react-router';
import { PageTitle } from '@/ui/page-title';

export const Route = createFileRoute('/_app/')({
  head: () => ({ meta: [{ title: 'Restaurants · Tablehawk' }] }),
  component: () => (
    <main className="page" id="main">
      <PageTitle>Where would you like to eat?</PageTitle>
    </main>
  ),
});
