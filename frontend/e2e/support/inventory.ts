/**
 * The simulator's control API: frees tables, plans releases, and lists the bookings that the platforms really have.
 */
import { expect, type APIRequestContext } from '@playwright/test';

const CONTROL = process.env.SIM_CONTROL_URL ?? 'http://127.0.0.1:9100';

/** loadtests/simulator/catalog/cities.py */
const FIRST_IN_CHICAGO = 900_001;

export type Source = 'resy' | 'opentable';
/** A restaurant as the product and the simulator know it: `id` is the product's, `venue_id` the platform's. */
export type Place = {
  id: number;
  venue_id: number;
  venue_name: string;
  reservation_source: Source;
};
/** A table that a test frees, by default for two. */
export type SlotChoice = { date: string; time: string; party_size?: number };
export type Slot = { slot_id: number };
export type Booking = {
  venue_id: number;
  date: string;
  time: string;
  party_size: number;
  status: 'booked' | 'cancelled';
  booked_ms: number;
  guest: { first_name: string; last_name: string; email: string } | null;
  /** The platform's id of the card on file. */
  card: string | null;
};
export type InventoryVenue = { source: Source; id: number; release_rule: { days_ahead: number } };

export class Inventory {
  constructor(private readonly api: APIRequestContext) {}

  async venues(): Promise<InventoryVenue[]> {
    return (await this.get<{ venues: InventoryVenue[] }>('/venues')).venues;
  }

  /** Free a table now. */
  async free(place: Place, { party_size = 2, ...choice }: SlotChoice): Promise<Slot> {
    const { slots } = await this.post<{ slots: Slot[] }>('/free', {
      source: place.reservation_source,
      venue_id: place.venue_id,
      party_size,
      ...choice,
    });
    const slot = slots[0];
    if (slot === undefined) throw new Error('the simulator freed nothing');
    return slot;
  }

  /** Open a book with one table for two at an instant. */
  async release(place: Place, { date, time, at }: SlotChoice & { at: Date }): Promise<void> {
    await this.post('/release', {
      source: place.reservation_source,
      venue_id: place.venue_id,
      date,
      at: at.toISOString(),
      slots: [{ time, party_size: 2 }],
    });
  }

  /** Set the terms of a restaurant's tables from now on; amounts are for each guest. */
  async terms(place: Place, terms: { fee_cents?: number; deposit_cents?: number }): Promise<void> {
    await this.post('/terms', {
      source: place.reservation_source,
      venue_id: place.venue_id,
      ...terms,
    });
  }

  /** Put generated restaurants, which the product does not know yet, in Resy's Chicago. Return a link to each. */
  async fillChicago(count: number): Promise<string[]> {
    await this.post('/cities', { city: 'chi', venues: count });
    return Array.from(
      { length: count },
      (_, index) => `https://widgets.resy.com/?venueId=${FIRST_IN_CHICAGO + index}`,
    );
  }

  /** Let Tock sell the tables of a restaurant, so that they cannot be booked at Resy. */
  async sellAtTock(link: string): Promise<void> {
    const venue_id = Number(new URL(link).searchParams.get('venueId'));
    await this.post('/listings', { source: 'resy', venue_id, tock: true });
  }

  /** Another guest takes the table, which proves that it was free. */
  async take({ slot_id }: Slot): Promise<void> {
    await this.post('/take', { slot_id });
  }

  /** All bookings of a Resy account, oldest first. */
  async bookingsOf(email: string): Promise<Booking[]> {
    const { bookings } = await this.get<{ bookings: (Booking & { user_email: string })[] }>(
      '/bookings',
    );
    return bookings
      .filter((row) => row.user_email === email)
      .sort((one, other) => one.booked_ms - other.booked_ms);
  }

  private async get<T>(path: string): Promise<T> {
    const answer = await this.api.get(`${CONTROL}${path}`);
    expect(answer.ok(), path).toBe(true);
    return (await answer.json()) as T;
  }

  private async post<T>(path: string, data: object): Promise<T> {
    const answer = await this.api.post(`${CONTROL}${path}`, { data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as T;
  }
}

/** The fields of a booking that tests compare. */
export function summarizeBooking({ date, time, party_size, status }: Booking) {
  return { date, time, party_size, status };
}
