/**
 * Users of a test. What a journey is not about (an account, a plan, requests) is set up by API calls, as the pages
 * would; each user is deleted after the test, with all requests.
 */
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import type { BookEntry, Group, ReservationBody } from '../../src/api/reservation-types';
import type { User, VenueDetail } from '../../src/api/types';
import type { Place } from './inventory';

export const PASSWORD = 'Table4two!';
export const RESY_PASSWORD = 'table-for-two';
export const OPENTABLE_CODE = '123456';
export const RESY_CODE = '123456';

export type Plan = 'standard' | 'premium';
/** A cancel request for two at prime time by default. */
export type NewRequest = Partial<ReservationBody['reservation']> & { place: Place; date: string };

type SignedIn = { user: { access_token: string; refresh_token: string } };

/** Unique in this run and earlier ones. */
export function newEmail(name: string): string {
  return `${name}-${unique()}@tablehawk.test`;
}

/** Ten unique digits: OpenTable identifies users by their phone. */
export function newPhone(): string {
  return `917${2 + Math.floor(Math.random() * 8)}${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}`;
}

export class TestUser {
  private constructor(
    private readonly api: APIRequestContext,
    readonly email: string,
    private readonly tokens: SignedIn['user'],
  ) {}

  static async signUp(api: APIRequestContext, name: string): Promise<TestUser> {
    const email = newEmail(name);
    const answer = await api.post('/api/users/register/', {
      data: {
        first_name: 'Nora',
        last_name: 'Newcomer',
        email,
        phone: `+1${newPhone()}`,
        password: PASSWORD,
        referral_code: null,
        referral_link: null,
      },
    });
    expect(answer.status(), await answer.text()).toBe(201);
    return new TestUser(api, email, ((await answer.json()) as SignedIn).user);
  }

  /** The user who signed up on this page. */
  static async signedUpOn(page: Page, api: APIRequestContext, email: string): Promise<TestUser> {
    const saved = await page.evaluate(() => localStorage.getItem('token'));
    if (saved === null) throw new Error('nobody is signed in on this page');
    return new TestUser(api, email, JSON.parse(saved) as SignedIn['user']);
  }

  /** Open the page as this user. */
  async openPage(page: Page, path: string): Promise<void> {
    const { access_token, refresh_token } = this.tokens;
    // Any answer of the server gives the origin; this one has no script that could look for a session first.
    await page.goto('/healthz');
    await page.evaluate((token) => {
      localStorage.setItem('token', token);
      document.cookie = 'signed_in=1; Path=/';
    }, JSON.stringify({ access_token, refresh_token }));
    await page.goto(path);
  }

  async me(): Promise<User> {
    return this.call<User>('GET', '/api/users/me/');
  }

  /** Open the confirmation link in the development mailbox, as a click on the page's button does. */
  async confirmEmail(): Promise<void> {
    const to = encodeURIComponent(this.email);
    let token: string | undefined;
    await expect(async () => {
      const mailbox = await (await this.api.get(`/dev/mailbox?to=${to}`)).text();
      token = /confirm-email\?token=([\w.-]+)/.exec(mailbox)?.[1];
      expect(token).toBeDefined();
    }).toPass();
    await this.call('POST', '/api/users/email/confirm/', { token });
    expect((await this.me()).email_confirmed).toBe(true);
  }

  async connectResy(): Promise<void> {
    await this.call('POST', '/api/resy/login/', { email: this.email, password: RESY_PASSWORD });
  }

  async connectOpenTable(): Promise<void> {
    const phone = `+1${newPhone()}`;
    const { correlation_id } = await this.call<{ correlation_id: string }>(
      'POST',
      '/api/opentable/phone_login/',
      { phone },
    );
    const code = OPENTABLE_CODE;
    await this.call('POST', '/api/opentable/verify_phone_2fa/', { code, correlation_id, phone });
  }

  /** Buy a plan on Stripe's page and wait until it has arrived. */
  async subscribe(plan: Plan): Promise<void> {
    const { sessionUrl } = await this.call<{ sessionUrl: string }>(
      'POST',
      '/api/stripe-integration/subscription/create-checkout-session/',
      { subscription_tier: plan },
    );
    const paid = await this.api.post(`${sessionUrl}/pay`, {
      form: { card: 'ok' },
      maxRedirects: 0,
    });
    expect(paid.status()).toBe(303);
    await expect.poll(async () => (await this.me()).subscription_type).toBe(plan);
  }

  /** Create an API key. */
  async createKey(scopes: string[]): Promise<string> {
    const form = { name: 'Program', scopes, days: 1, password: PASSWORD };
    return (await this.call<{ key: string }>('POST', '/api/keys/', form)).key;
  }

  /** Put a client into the client book of a concierge, with a card on file at the first Resy account. */
  async addClient(first_name: string, last_name: string): Promise<BookEntry> {
    const email = newEmail(first_name.toLowerCase());
    const person = { first_name, last_name, email, phone: '+12125550123', zip_code: '10012' };
    const { client } = await this.call<{ client: BookEntry }>('POST', '/api/clients/', person);
    const [account] = (await this.me()).resy_accounts;
    const card = { cc_number: '4242424242424242', cvc: '7319', exp_month: '07' };
    return (
      await this.call<{ client: BookEntry }>('POST', `/api/clients/${client.id}/cards/`, {
        account_id: account?.id,
        ...card,
        exp_year: String(new Date().getFullYear() + 3),
      })
    ).client;
  }

  /** `client`: whom a concierge books for, with the card on file. */
  async fileRequest(
    { place, date, ...request }: NewRequest,
    client: BookEntry | null = null,
  ): Promise<Group> {
    const user = await this.me();
    const body = {
      reservation: {
        snipe_type: 'cancel',
        venues: [{ id: place.id }],
        dates: [date],
        party_size: 2,
        start_time: '18:30',
        end_time: '20:30',
        final_snipe_date: null,
        override_reservations: false,
        ...request,
      },
      clientDetails: client === null ? null : detailsOf(client),
      selectedResyAccount: user.resy_accounts[0]?.id ?? null,
      selectedOpenTableAccount: user.ot_accounts[0]?.id ?? null,
    };
    return (await this.call<{ group: Group }>('POST', '/api/reservations/', body)).group;
  }

  async pause(group: Group): Promise<void> {
    await this.call('POST', `/api/reservations/${group.group_id}/pause/`);
  }

  async group(id: number): Promise<Group> {
    return this.call<Group>('GET', `/api/reservations/${id}/`);
  }

  async venue(place: Place): Promise<VenueDetail> {
    return this.call<VenueDetail>('GET', `/api/venues/${place.id}/`);
  }

  /** Switch messages that need the user now on or off, on the e-mail channel. */
  async chooseUrgentMail(on: boolean): Promise<void> {
    await this.call('PATCH', '/api/notification-settings/choices/', {
      choices: [{ topic: 'needs_you', channel: 'email', on }],
    });
  }

  async sendTestMessage(): Promise<void> {
    await this.call('POST', '/api/notification-settings/tests/');
  }

  /** Close the account with all its requests. */
  async closeAccount(): Promise<void> {
    const headers = { Authorization: `Bearer ${this.tokens.access_token}` };
    await expect(async () => {
      const answer = await this.api.delete('/api/users/me/', {
        headers,
        data: { password: PASSWORD },
      });
      // 409 while a platform call is in flight; 401 if the journey has ended every session.
      expect([200, 401]).toContain(answer.status());
    }).toPass();
  }

  private async call<T>(method: string, path: string, data?: object): Promise<T> {
    const answer = await this.api.fetch(path, {
      method,
      headers: { Authorization: `Bearer ${this.tokens.access_token}` },
      ...(data === undefined ? {} : { data }),
    });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as T;
  }
}

function detailsOf({ first_name, last_name, email, phone, zip_code, cards }: BookEntry) {
  const [card] = cards;
  const { cc_number, exp_month, exp_year } = card ?? {};
  const person = { first_name, last_name, email, phone, zip_code };
  return { ...person, cc_number, exp_month, exp_year, cvc: null, save: true };
}

function unique(): string {
  return Date.now().toString(36) + Math.random().toString(36).slice(2, 8);
}
