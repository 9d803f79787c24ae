import { createFileRoute } from '@tanstack/react-router';
import { handledByPage } from '@/api/query-client';
import { venueQuery } from '@/entities/venue/queries';
import { RestaurantPage } from '@/features/venues/restaurant/restaurant-page';

export const Route = createFileRoute('/_app/restaurant/$venueId')({
  // Awaited, so that the title has the name; the page shows a failure.
  loader: async ({ context: { queryClient }, params }) => {
    const options = venueQuery(Number(params.venueId));
    await queryClient.query(options).catch(handledByPage);
    return { name: queryClient.getQueryData(options.queryKey)?.venue_name ?? 'Restaurant' };
  },
  head: ({ loaderData }) => ({
    meta: [{ title: `${loaderData?.name ?? 'Restaurant'} · Tablehawk` }],
  }),
  component: Restaurant,
});

function Restaurant() {
  return <RestaurantPage id={Number(Route.useParams().venueId)} />;
}
