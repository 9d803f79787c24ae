import { createFileRoute } from '@tanstack/react-router';
import { handledByPage } from '@/api/query-client';
import { filtersSchema, toSearch } from '@/features/venues/filters';
import { ListingPage } from '@/features/venues/listing-page';
import { featuredQuery, listingQuery } from '@/entities/venue/queries';
import { ListingSentence } from '@/features/request-form/sentence/sentence-code';
import { useFilterChange } from '@/features/venues/use-filter-change';
import { whenIdle } from '@/lib/loading/when-idle';
import { whenOnline } from '@/lib/loading/when-online';
import { lazyCode, useLazyComponent } from '@/ui/lazy-component';
import { titled } from '@/lib/page-title';

// Below everything else, so it loads when the rest is rendered.
const stories = lazyCode(async () => {
  await whenIdle();
  return (await import('@/features/blogs/featured-blogs')).FeaturedBlogs;
});
const storiesOnline = { ...stories, load: () => whenOnline(stories.load) };

export const Route = createFileRoute('/_app/')({
  validateSearch: filtersSchema,
  loaderDeps: ({ search }) => ({ search: toSearch(search) }),
  // Started and not awaited: the page shows placeholders of the final size at once.
  loader: ({ context: { queryClient }, deps }) => {
    queryClient.infiniteQuery(listingQuery(deps.search)).catch(handledByPage);
    queryClient.query(featuredQuery).catch(handledByPage);
  },
  head: titled('Restaurants'),
  component: Listing,
});

/** Without them the page omits the section. */
function Stories() {
  return useLazyComponent(storiesOnline, {}, true, () => undefined);
}

function Listing() {
  return (
    <ListingPage
      filters={Route.useSearch()}
      onFilter={useFilterChange('/')}
      sentence={ListingSentence}
      after={<Stories />}
    />
  );
}
