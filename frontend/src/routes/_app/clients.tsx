import { createFileRoute } from '@tanstack/react-router';
import { bookSearchSchema } from '@/features/clients/book/book-search';
import { ClientsPage } from '@/features/clients/book/clients-page';
import { titled } from '@/lib/page-title';

export const Route = createFileRoute('/_app/clients')({
  validateSearch: bookSearchSchema,
  head: titled('Clients'),
  component: Clients,
});

function Clients() {
  return <ClientsPage search={Route.useSearch()} />;
}
