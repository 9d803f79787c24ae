/** Restaurants for the tests: each test gets its own, so that no two wait for the same table. */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type APIRequestContext } from '@playwright/test';
import { Inventory, type Place, type Source } from './inventory';
import { PASSWORD } from './users';

type Listed = Place & { premium: boolean };
type Kind = { source: Source; premium: boolean };

/** A book that is open this far ahead has every date that a journey needs. */
const DAYS_AHEAD = 14;
const PAGE_SIZE = 100;

/**
 * Takes restaurants for one worker process. Which ones are taken is stored in a folder that all workers of a run share
 * and that each run begins empty: Playwright replaces a worker at any change of project, so none knows all.
 */
export class RestaurantPool {
  private constructor(
    private readonly places: readonly Listed[],
    private readonly folder: string,
  ) {}

  static async load(api: APIRequestContext, folder: string): Promise<RestaurantPool> {
    const open = new Set(
      (await new Inventory(api).venues())
        .filter(({ release_rule }) => release_rule.days_ahead >= DAYS_AHEAD)
        .map(({ source, id }) => `${source} ${id}`),
    );
    const ofTheDemo = await venuesOfTheDemo(api);
    const listed = await allListed(api);
    mkdirSync(folder, { recursive: true });
    return new RestaurantPool(
      listed.filter(
        ({ id, reservation_source, venue_id }) =>
          !ofTheDemo.has(id) && open.has(`${reservation_source} ${venue_id}`),
      ),
      folder,
    );
  }

  /** Return a restaurant that this run has not used before; by default on Resy and open to every plan. */
  next({ source = 'resy', premium = false }: Partial<Kind> = {}): Place {
    const fitting = this.places.filter(
      (place) => place.reservation_source === source && place.premium === premium,
    );
    // Start at a random one in each run: an aborted test may have left a table free.
    const first = Math.floor(Math.random() * fitting.length);
    const place = [...fitting.slice(first), ...fitting.slice(0, first)].find((one) =>
      this.take(one),
    );
    if (place === undefined)
      throw new Error(`every ${source} restaurant with a long book is taken`);
    return place;
  }

  /** Return whether no worker has taken the restaurant before. */
  private take({ id }: Place): boolean {
    try {
      closeSync(openSync(join(this.folder, String(id)), 'wx'));
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    }
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
