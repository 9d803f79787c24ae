import { createFileRoute } from '@tanstack/react-router';
import { handledByPage } from '@/api/query-client';
import { choiceSchema } from '@/entities/request/choice';
import { venueActivityQuery } from '@/entities/request/cache/queries';
import { venueQuery } from '@/entities/venue/queries';
import { StartRequest } from '@/features/request-form/start/start-request';
import { RestaurantPage } from '@/features/venues/restaurant/restaurant-page';
import { titled } from '@/lib/page-title';

export const Route = createFileRoute('/_app/restaurant/$venueId')({
  validateSearch: choiceSchema,
  // Awaited, so that the title has the name and nothing moves; the page shows a failure.
  loader: async ({ context: { queryClient }, params }) => {
    const options = venueQuery(Number(params.venueId));
    await Promise.all([
      queryClient.query(options).catch(handledByPage),
      queryClient.query(venueActivityQuery(Number(params.venueId))).catch(handledByPage),
    ]);
    return { name: queryClient.getQueryData(options.queryKey)?.venue_name ?? 'Restaurant' };
  },
  head: ({ loaderData }) => titled(loaderData?.name ?? 'Restaurant')(),
  component: Restaurant,
});

function Restaurant() {
  const id = Number(Route.useParams().venueId);
  return <RestaurantPage id={id} start={StartRequest} />;
}
