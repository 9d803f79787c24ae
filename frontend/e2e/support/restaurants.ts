/** Restaurants for the tests: each test gets its own, so that no two wait for the same table. */
import { expect, type APIRequestContext } from '@playwright/test';
import { Inventory, type Place, type Source } from './inventory';
import { PASSWORD } from './users';

type Listed = Place & { premium: boolean };
type Kind = { source: Source; premium: boolean };

/** A book that is open this far ahead has every date that a journey needs. */
const DAYS_AHEAD = 14;
const PAGE_SIZE = 100;

export class RestaurantPool {
  private readonly nextIndex = new Map<string, number>();

  private constructor(
    private readonly places: readonly Listed[],
    private readonly worker: { index: number; count: number },
  ) {}

  static async load(
    api: APIRequestContext,
    worker: { index: number; count: number },
  ): Promise<RestaurantPool> {
    const open = new Set(
      (await new Inventory(api).venues())
        .filter(({ release_rule }) => release_rule.days_ahead >= DAYS_AHEAD)
        .map(({ source, id }) => `${source} ${id}`),
    );
    const taken = await venuesOfTheDemo(api);
    const listed = await allListed(api);
    return new RestaurantPool(
      listed.filter(
        ({ id, reservation_source, venue_id }) =>
          !taken.has(id) && open.has(`${reservation_source} ${venue_id}`),
      ),
      worker,
    );
  }

  /** Return a restaurant that was not returned before; by default on Resy and open to every plan. */
  next({ source = 'resy', premium = false }: Partial<Kind> = {}): Place {
    const kind = `${source} ${String(premium)}`;
    // Each worker has every n-th of a kind, because few restaurants are premium.
    const fitting = this.places
      .filter((place) => place.reservation_source === source && place.premium === premium)
      .filter((_, position) => position % this.worker.count === this.worker.index);
    // Start at a random one in each run: an aborted test may have left a table free.
    const index = this.nextIndex.get(kind) ?? Math.floor(Math.random() * fitting.length);
    this.nextIndex.set(kind, index + 1);
    const place = fitting[index % fitting.length];
    if (place === undefined) throw new Error(`there is no ${kind} restaurant with a long book`);
    return place;
  }
}

async function signIn(api: APIRequestContext, name: string): Promise<Record<string, string>> {
  const data = { email: `${name}@tablehawk.test`, password: PASSWORD };
  const login = await api.post('/api/users/login/', { data });
  expect(login.ok(), 'the demo data is there').toBe(true);
  const { user } = (await login.json()) as { user: { access_token: string } };
  return { Authorization: `Bearer ${user.access_token}` };
}

/** The restaurants at which users of the demo have requests, which would book the tables that a test frees. */
async function venuesOfTheDemo(api: APIRequestContext): Promise<Set<number>> {
  const found = new Set<number>();
  for (const name of ['pro', 'concierge']) {
    const headers = await signIn(api, name);
    const answer = await api.get('/api/reservations/existing-restaurants/', { headers });
    const { existing_restaurants } = (await answer.json()) as {
      existing_restaurants: { venue: number }[];
    };
    for (const { venue } of existing_restaurants) found.add(venue);
  }
  return found;
}

async function allListed(api: APIRequestContext): Promise<Listed[]> {
  const headers = await signIn(api, 'diner');
  const found: Listed[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const params = { page, page_size: PAGE_SIZE };
    const answer = await api.get('/api/venues/', { headers, params });
    const { results, count } = (await answer.json()) as { results: Listed[]; count: number };
    pages = Math.ceil(count / PAGE_SIZE);
    found.push(...results);
  }
  return found;
}
