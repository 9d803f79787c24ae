/** The request form in tests: the signed-in user, the selection, and what the server received. */
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { ReservationBody } from '@/api/reservation-types';
import type { SubscriptionType, User } from '@/api/types';
import { addIsoDays, today } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import { EMPTY_DRAFT, type Draft } from '@/features/request-form/draft/draft';
import { comingFriday } from '@/features/request-form/draft/first-draft';
import { savedDraft } from '@/entities/request/saved-draft';
import { selection, toSelected } from '@/entities/venue/selection';
import { user as aUser, VENUES } from './fixtures';
import { renderApp } from './render';
import { GROUPS } from './reservations';
import { server } from './server';
// The page after a request. On a busy machine its code took longer to load than a test waits.
import '@/features/requests/reservations-page';

export const ADDRESS = '/reservations/add-reservation';
export const DAY = addIsoDays(today(), 9);
/** The day that a new request offers. */
export const FRIDAY = comingFriday(today());
/** A draft with a party, a day and a time. */
export const FILLED: Draft = {
  ...EMPTY_DRAFT,
  partySize: 2,
  dates: [DAY],
  time: { start: '18:30', end: '20:30' },
};

export function signIn(tier: SubscriptionType, fields: Partial<User> = {}, active = 3) {
  server.use(
    http.get('/api/users/me/', () =>
      HttpResponse.json(aUser({ subscription_type: tier, ...fields })),
    ),
    http.get('/api/reservations/counts/', () =>
      HttpResponse.json({
        active_reservations: active,
        total_reservations: active,
        limit: fields.is_vip === true ? null : { none: 0, standard: 5, premium: 25 }[tier],
      }),
    ),
  );
}

export function choose(...names: string[]) {
  selection.replace(
    VENUES.filter((venue) => names.includes(venue.venue_name)).map((venue) => toSelected(venue)),
  );
}

/** The server accepts every request; returns the list that collects them. */
export function acceptRequests(): ReservationBody[] {
  const sent: ReservationBody[] = [];
  server.use(
    http.post<never, ReservationBody>('/api/reservations/', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(
        { message: "Request filed. We're watching.", group: GROUPS[0] },
        { status: 201 },
      );
    }),
  );
  return sent;
}

export type App = Awaited<ReturnType<typeof renderApp>>;

/** Render the form with its options open and, without a saved draft, nothing chosen. */
export async function renderForm(): Promise<App> {
  const { id } = aUser();
  if (savedDraft.read(id) === null) savedDraft.write(id, JSON.stringify(EMPTY_DRAFT));
  const app = await renderApp(ADDRESS);
  await openOptions(app);
  return app;
}

export async function openOptions({ user }: Pick<App, 'user'>) {
  const options = await screen.findByRole('button', { name: /^More options/ });
  if (options.getAttribute('aria-expanded') === 'false') await user.click(options);
  // The code of the sections loads separately, which may take long on a busy machine.
  await screen.findByRole('group', { name: 'Reservation Type' }, { timeout: 30_000 });
}

export const button = (name: string | RegExp) => screen.getByRole('button', { name });
/** The buttons of ticket and bar: the style sheet shows one of them. */
export const reserve = () => {
  const [first] = screen.getAllByRole('button', { name: 'Reserve' });
  if (first === undefined) throw new Error('There is no Reserve button.');
  return first;
};

/** A day's button: `Dec 1` alone would also be the start of `Dec 15`. */
export const dayName = (date: string) => new RegExp(`^${formatDay(date)}(,|$)`);

export async function pickDay(user: App['user'], date = DAY) {
  const name = dayName(date);
  // The calendar's code loads separately, which may take long on a busy machine.
  await screen.findAllByRole('grid', {}, { timeout: 30_000 });
  if (screen.queryByRole('button', { name }) === null) {
    await user.click(button(/next month/i));
  }
  await user.click(button(name));
}

export async function fill({ user }: App) {
  await openOptions({ user });
  await user.click(button('2'));
  await pickDay(user);
  await user.click(button(/^Prime/));
}
