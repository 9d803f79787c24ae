import { createFileRoute } from '@tanstack/react-router';
import { meQuery } from '@/api/me';
import { handledByPage } from '@/api/query-client';
import { requestTableQuery } from '@/entities/request/cache/request-table-query';
import { tableCode } from '@/features/concierge-table/table-code';
import { filterOf, listSearchSchema, showsTable } from '@/entities/request/list/list-search';
import { countsQuery, groupListQuery } from '@/entities/request/cache/queries';
import { ReservationsPage } from '@/features/requests/reservations-page';
import { titled } from '@/lib/page-title';

export const Route = createFileRoute('/_app/reservations/')({
  validateSearch: listSearchSchema,
  loaderDeps: ({ search: { status, page, only, view } }) => ({ status, page, only, view }),
  // Started and not awaited: the page has its own placeholder, and a tab must answer a click at once.
  loader: ({ context: { queryClient }, deps }) => {
    // Before the user is known, load the page with which a concierge's table begins too.
    if (!showsTable(queryClient.getQueryData(meQuery.queryKey), deps)) {
      queryClient.query(groupListQuery(filterOf(deps))).catch(handledByPage);
      queryClient.query(countsQuery).catch(handledByPage);
    }
    const startTable = async () => {
      const user = await queryClient.query({ ...meQuery, staleTime: 'static' });
      if (!showsTable(user, deps)) return;
      await Promise.all([queryClient.query(requestTableQuery), tableCode.load()]);
    };
    startTable().catch(handledByPage);
    warmUp().catch(handledByPage);
  },
  head: titled('Reservations'),
  component: Reservations,
});

/** Its own task, while the answers are on the way. */
async function warmUp() {
  const { warmUpFormats } = await import('@/lib/format');
  setTimeout(warmUpFormats);
}

function Reservations() {
  return <ReservationsPage search={Route.useSearch()} />;
}
