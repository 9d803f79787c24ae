/** The mocked API's calls for visitors. */
import { http, HttpResponse } from 'msw';
import { venueActivity, venueDetail, VENUES } from './fixtures';

export const publicHandlers = [
  http.get('/api/public/venues/', ({ request }) => {
    const query = new URL(request.url).searchParams;
    const name = query.get('venue_name')?.toLowerCase() ?? '';
    const results = VENUES.filter(
      (venue) =>
        venue.venue_name.toLowerCase().includes(name) &&
        (query.get('featured') !== 'true' || venue.featured),
    );
    const count = results.length;
    return HttpResponse.json({ results, count, page: 1, page_size: count, pages: 1 });
  }),
  http.get('/api/public/venues/locations/', () => HttpResponse.json({ locations: [] })),
  http.get('/api/public/venues/:id/', ({ params }) => {
    const id = Number(params.id);
    if (!VENUES.some((venue) => venue.id === id)) {
      const body = { message: "We couldn't find that restaurant.", code: 'not_found' };
      return HttpResponse.json(body, { status: 404 });
    }
    const { openings, heat_map } = venueActivity(id);
    return HttpResponse.json({ venue: venueDetail(id), openings, heat_map });
  }),
];
