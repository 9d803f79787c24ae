import { createFileRoute, redirect } from '@tanstack/react-router';
import { isVisitor } from '@/api/session';
import { FeaturedBlogs } from '@/features/blogs/featured-blogs';
import { filtersSchema } from '@/features/venues/filters';
import { ListingPage } from '@/features/venues/listing-page';
import { ListingSentence } from '@/features/request-form/sentence/sentence-code';
import { useFilterChange } from '@/features/venues/use-filter-change';
import { titled } from '@/lib/page-title';

/** The listing for visitors; signed-in users have it at `/`. */
export const Route = createFileRoute('/_app/restaurants')({
  validateSearch: filtersSchema,
  beforeLoad: ({ search }) => {
    if (!isVisitor()) throw redirect({ to: '/', search, replace: true });
  },
  head: titled('Restaurants'),
  component: Restaurants,
});

function Restaurants() {
  return (
    <ListingPage
      filters={Route.useSearch()}
      onFilter={useFilterChange('/restaurants')}
      sentence={ListingSentence}
      after={<FeaturedBlogs />}
    />
  );
}
