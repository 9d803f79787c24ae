import { createFileRoute } from '@tanstack/react-router';
import { filterOf, listSearchSchema } from '@/features/reservations/list-search';
import { countsQuery, groupListQuery } from '@/features/reservations/queries';
import { ReservationsPage } from '@/features/reservations/reservations-page';

export const Route = createFileRoute('/_app/reservations/')({
  validateSearch: listSearchSchema,
  loaderDeps: ({ search: { status, page } }) => ({ status, page }),
  // Asked early but not waited for: the page has its own skeleton, and a tab must answer the press at once.
  loader: ({ context: { queryClient }, deps }) => {
    queryClient.query(groupListQuery(filterOf(deps))).catch(() => undefined);
    queryClient.query(countsQuery).catch(() => undefined);
  },
  head: () => ({ meta: [{ title: 'Reservations · Tablehawk' }] }),
  component: Reservations,
});

function Reservations() {
  return <ReservationsPage search={Route.useSearch()} />;
}
