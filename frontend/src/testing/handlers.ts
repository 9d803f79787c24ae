/** The mocked API (msw): answers as the contract says, for the user in `fixtures.ts`. */
import { http, HttpResponse } from 'msw';
import type { Venue, VenuePage } from '@/api/types';
import { formatFullPhone } from '@/lib/phone';
import { billingHandlers } from './billing';
import { blogHandlers } from './blogs';
import { cancelLinkHandlers } from './cancel-link';
import { clientHandlers } from './clients';
import { openTableAccount, user, venueActivity, venueDetail, VENUES } from './fixtures';
import { notificationHandlers } from './notifications';
import { notificationSettingsHandlers } from './notification-settings';
import { PLATFORMS } from './platforms';
import { publicHandlers } from './public';
import { profileHandlers } from './profile';
import { reservationHandlers } from './reservations';
import { sharedTableHandlers } from './shared-table';
import { weeklyHandlers } from './weekly';
import { swapHandlers } from './swaps';

export const TOKENS = { access_token: 'access-1', refresh_token: 'refresh-1' };

export function refusal(
  status: number,
  code: string,
  message: string,
  errors?: Record<string, string>,
) {
  return HttpResponse.json(
    { message, code, ...(errors === undefined ? {} : { errors }) },
    { status },
  );
}

function page(results: Venue[]): VenuePage {
  return { results, count: results.length, page: 1, page_size: results.length, pages: 1 };
}

export const handlers = [
  ...reservationHandlers,
  ...weeklyHandlers,
  ...billingHandlers,
  ...blogHandlers,
  ...cancelLinkHandlers,
  ...clientHandlers,
  ...notificationHandlers,
  ...notificationSettingsHandlers,
  ...profileHandlers,
  ...publicHandlers,
  ...sharedTableHandlers,
  ...swapHandlers,
  http.post('/api/users/login/', () =>
    HttpResponse.json({ user: { ...user(), ...TOKENS }, message: 'Successfully logged in' }),
  ),
  http.post('/api/users/register/', () =>
    HttpResponse.json(
      { user: { ...user(), ...TOKENS }, message: 'Welcome to Tablehawk.' },
      { status: 201 },
    ),
  ),
  http.post('/api/users/request_password_reset/', () => HttpResponse.json({ message: 'Sent.' })),
  http.post('/api/users/logout/', () => HttpResponse.json({ message: 'Signed out.' })),
  http.post('/api/users/token/refresh/', () =>
    HttpResponse.json({ access_token: 'access-2', refresh_token: 'refresh-2' }),
  ),
  http.get('/api/platforms/', () => HttpResponse.json(PLATFORMS)),
  http.get('/api/users/me/', () => HttpResponse.json(user())),
  http.get('/api/resy/check_resy_auth/', () => HttpResponse.json({ resy_signed_in: true })),
  http.get('/api/opentable/check_opentable_auth/', () =>
    HttpResponse.json({ opentable_signed_in: false }),
  ),
  http.post('/api/resy/login/', () =>
    HttpResponse.json({ message: 'Successfully connected', account: user().resy_accounts[0] }),
  ),
  http.post('/api/platforms/resy/send_code/', () =>
    HttpResponse.json({
      message: 'Resy sent a code to +1 917-555-0142.',
      correlation_id: 'correlation',
    }),
  ),
  http.post('/api/platforms/resy/confirm_code/', () =>
    HttpResponse.json({
      message: 'Resy accepted the code and asks for one more thing.',
      account: null,
      challenge: {
        correlation_id: 'challenge',
        properties: [{ name: 'em_address', label: 'Email address' }],
      },
    }),
  ),
  http.post('/api/resy/logout/', () => HttpResponse.json({ message: 'Successfully disconnected' })),
  http.post<never, { phone: string }>('/api/opentable/phone_login/', async ({ request }) => {
    const { phone } = await request.json();
    return HttpResponse.json({
      message: `OpenTable sent a code to ${formatFullPhone(phone)}.`,
      correlation_id: 'correlation-1',
    });
  }),
  http.post('/api/opentable/verify_phone_2fa/', () =>
    HttpResponse.json({ message: 'Successfully connected', account: openTableAccount }),
  ),
  http.post('/api/opentable/logout/', () =>
    HttpResponse.json({ message: 'Successfully disconnected' }),
  ),
  http.get('/api/venues/', () => HttpResponse.json({ ...page(VENUES), count: 118 })),
  http.post('/api/venues/links/', () => HttpResponse.json(venueDetail(11), { status: 201 })),
  http.get('/api/venues/search/', ({ request }) => {
    const query = new URL(request.url).searchParams;
    const typed = query.get('location')?.toLowerCase();
    if (typed !== undefined) {
      const names = VENUES.map((venue) => venue.neighborhood);
      return HttpResponse.json({
        locations: names.filter((name) => name.toLowerCase().includes(typed)),
      });
    }
    const name = query.get('venue_name')?.toLowerCase() ?? '';
    const place = query.get('exact_location');
    const price = query.get('price');
    return HttpResponse.json(
      page(
        VENUES.filter(
          (venue) =>
            venue.venue_name.toLowerCase().includes(name) &&
            (place === null || venue.neighborhood === place) &&
            (price === null || venue.price === Number(price)) &&
            (query.get('featured') !== 'true' || venue.featured),
        ),
      ),
    );
  }),
  http.get('/api/venues/featured/', () =>
    HttpResponse.json(VENUES.filter((venue) => venue.featured)),
  ),
  http.get('/api/venues/premium/', () =>
    HttpResponse.json(VENUES.filter((venue) => venue.premium)),
  ),
  http.get('/api/venues/locations/', () =>
    HttpResponse.json({
      locations: [...new Set(VENUES.map((venue) => venue.neighborhood))]
        .sort()
        .map((neighborhood) => ({ neighborhood, locality: 'New York', count: 1 })),
    }),
  ),
  http.get('/api/reservations/:id/odds/', () => HttpResponse.json({ odds: null })),
  http.post('/api/reservations/odds/', () => HttpResponse.json({ odds: null })),
  http.get('/api/reservations/venues/:id/', ({ params }) => {
    const id = Number(params.id);
    return VENUES.some((venue) => venue.id === id)
      ? HttpResponse.json(venueActivity(id))
      : refusal(404, 'not_found', 'There is no such restaurant.');
  }),
  http.get('/api/venues/:id/', ({ params }) => {
    const id = Number(params.id);
    return VENUES.some((venue) => venue.id === id)
      ? HttpResponse.json(venueDetail(id))
      : refusal(404, 'not_found', 'There is no such restaurant.');
  }),
];
