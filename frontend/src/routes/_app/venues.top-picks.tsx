import { createFileRoute } from '@tanstack/react-router';
import { handledByPage } from '@/api/query-client';
import { filtersSchema, toSearch } from '@/features/venues/filters';
import { PicksPage } from '@/features/venues/picks-page';
import { picksQuery } from '@/entities/venue/queries';
import { useFilterChange } from '@/features/venues/use-filter-change';
import { titled } from '@/lib/page-title';

export const Route = createFileRoute('/_app/venues/top-picks')({
  validateSearch: filtersSchema,
  loaderDeps: ({ search }) => ({ search: toSearch(search) }),
  loader: ({ context: { queryClient }, deps }) => {
    queryClient.infiniteQuery(picksQuery(deps.search)).catch(handledByPage);
  },
  head: titled('Top Picks'),
  component: Picks,
});

function Picks() {
  return <PicksPage filters={Route.useSearch()} onFilter={useFilterChange('/venues/top-picks')} />;
}
