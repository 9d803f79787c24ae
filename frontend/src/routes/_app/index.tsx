import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { shownByPage } from '@/api/query-client';
import { filtersSchema, toSearch } from '@/features/venues/filters';
import { ListingPage } from '@/features/venues/listing-page';
import { featuredQuery, listingQuery } from '@/features/venues/queries';
import { useFiltering } from '@/features/venues/use-filtering';
import { whenIdle } from '@/lib/when-idle';
import { whenOnline } from '@/lib/when-online';

// Below everything else, so it comes when that is drawn.
const FeaturedBlogs = lazy(async () => {
  await whenIdle();
  const { FeaturedBlogs: Loaded } = await whenOnline(
    () => import('@/features/blogs/featured-blogs'),
  );
  return { default: Loaded };
});

export const Route = createFileRoute('/_app/')({
  validateSearch: filtersSchema,
  loaderDeps: ({ search }) => ({ search: toSearch(search) }),
  // Started here, not waited for: the page stands at once with skeletons in the final geometry.
  loader: ({ context: { queryClient }, deps }) => {
    queryClient.infiniteQuery(listingQuery(deps.search)).catch(shownByPage);
    queryClient.query(featuredQuery).catch(shownByPage);
  },
  head: () => ({ meta: [{ title: 'Restaurants · Tablehawk' }] }),
  component: Listing,
});

function Listing() {
  return (
    <ListingPage
      filters={Route.useSearch()}
      onFilter={useFiltering('/')}
      after={
        <Suspense>
          <FeaturedBlogs />
        </Suspense>
      }
    />
  );
}
