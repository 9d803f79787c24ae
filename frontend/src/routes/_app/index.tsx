import { createFileRoute } from '@tanstack/react-router';
import { shownByPage } from '@/api/query-client';
import { filtersSchema, toSearch } from '@/features/venues/filters';
import { ListingPage } from '@/features/venues/listing-page';
import { featuredQuery, listingQuery } from '@/entities/venue/queries';
import { useFiltering } from '@/features/venues/use-filter-change';
import { whenIdle } from '@/lib/loading/when-idle';
import { whenOnline } from '@/lib/loading/when-online';
import { lateCode, useLatePart } from '@/ui/lazy-component';

// Below everything else, so it comes when that is drawn.
const stories = lateCode(async () => {
  await whenIdle();
  return (await import('@/features/blogs/featured-blogs')).FeaturedBlogs;
});
const storiesOnline = { ...stories, load: () => whenOnline(stories.load) };

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

/** When they cannot be had the page goes on without them. */
function Stories() {
  return useLatePart(storiesOnline, {}, true, () => undefined);
}

function Listing() {
  return (
    <ListingPage filters={Route.useSearch()} onFilter={useFiltering('/')} after={<Stories />} />
  );
}
