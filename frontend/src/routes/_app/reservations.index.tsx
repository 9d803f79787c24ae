import { createFileRoute } from '@tanstack/react-router';
import { meQuery } from '@/api/me';
import { shownByPage } from '@/api/query-client';
import { deskQuery } from '@/entities/request/cache/request-table-query';
import { loadDesk } from '@/features/concierge-table/load-table';
import { filterOf, listSearchSchema, showsDesk } from '@/entities/request/list/list-search';
import { countsQuery, groupListQuery } from '@/entities/request/cache/queries';
import { ReservationsPage } from '@/features/requests/reservations-page';

export const Route = createFileRoute('/_app/reservations/')({
  validateSearch: listSearchSchema,
  loaderDeps: ({ search: { status, page, view } }) => ({ status, page, view }),
  // Asked early but not waited for: the page has its own skeleton, and a tab must answer the press at once.
  loader: ({ context: { queryClient }, deps }) => {
    // Before it is known who it is, the page that a concierge's table begins with too.
    if (!showsDesk(queryClient.getQueryData(meQuery.queryKey), deps)) {
      queryClient.query(groupListQuery(filterOf(deps))).catch(shownByPage);
      queryClient.query(countsQuery).catch(shownByPage);
    }
    const loadTable = async () => {
      const user = await queryClient.query({ ...meQuery, staleTime: 'static' });
      if (!showsDesk(user, deps)) return;
      await Promise.all([queryClient.query(deskQuery), loadDesk()]);
    };
    loadTable().catch(shownByPage);
  },
  head: () => ({ meta: [{ title: 'Reservations · Tablehawk' }] }),
  component: Reservations,
});

function Reservations() {
  return <ReservationsPage search={Route.useSearch()} />;
}
