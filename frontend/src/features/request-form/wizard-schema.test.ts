import { describe, expect, test } from 'vitest';
import type { SelectedVenue } from '@/entities/venue/selection';
import { EMPTY_DRAFT, type Draft } from './draft/draft';
import { messages } from '@/entities/request/messages';
import { reservationBody } from './payload';
import {
  chosenAccounts,
  firstError,
  knownErrors,
  openQuestion,
  wizardErrors,
} from './wizard-schema';

const TODAY = '2026-11-20';
const NOW = new Date(2026, 10, 20, 12);
const VENUE: SelectedVenue = {
  id: 7,
  venue_id: 7007,
  venue_name: 'Osteria Lucciola',
  neighborhood: 'West Village',
  locality: 'New York',
  price: 3,
  cover_image_url: null,
  cover_art: null,
  reservation_source: 'resy',
  premium: false,
  seating_types: '["Dining Room"]',
};
const FULL: Draft = {
  ...EMPTY_DRAFT,
  partySize: 2,
  dates: ['2026-11-28'],
  time: { start: '18:30', end: '20:30' },
};

describe('the open question', () => {
  test.each<[string, Draft, SelectedVenue[], string | null]>([
    ['of an empty form', EMPTY_DRAFT, [], 'venues_error'],
    ['after the restaurant', EMPTY_DRAFT, [VENUE], 'party_size_error'],
    ['after the party', { ...EMPTY_DRAFT, partySize: 2 }, [VENUE], 'dates_error'],
    ['after the date', { ...FULL, time: null }, [VENUE], 'times_error'],
    ['of a full form', FULL, [VENUE], null],
  ])('%s', (_, draft, venues, field) => {
    expect(openQuestion(draft, venues)).toBe(field);
  });
});

describe('what is missing', () => {
  test.each<[string, Partial<Draft>, SelectedVenue[], boolean, object]>([
    ['nothing', {}, [VENUE], true, {}],
    ['the restaurant', {}, [], true, { venues_error: 'Please select a restaurant' }],
    [
      'the party size',
      { partySize: null },
      [VENUE],
      true,
      { party_size_error: 'Please select a party size' },
    ],
    ['the date', { dates: [] }, [VENUE], true, { dates_error: 'Please set reservation date' }],
    ['the time', { time: null }, [VENUE], true, { times_error: 'Please set reservation time' }],
    [
      'complete times',
      { moreTimes: [{ start: '12:00', end: '' }] },
      [VENUE],
      true,
      { times_error: 'Please select a valid time' },
    ],
    [
      'times that do not overlap',
      { moreTimes: [{ start: '20:29', end: '22:00' }] },
      [VENUE],
      true,
      { times_error: "Please select times that don't overlap" },
    ],
    [
      'nothing of times that meet',
      { moreTimes: [{ start: '20:30', end: '22:00' }] },
      [VENUE],
      true,
      {},
    ],
    [
      'release date and time',
      { snipeType: 'release' },
      [VENUE],
      true,
      {
        release_dates_error: 'Please set release date',
        release_time_error: 'Please set release time',
      },
    ],
    [
      'nothing of a release, whose final day does not count',
      {
        snipeType: 'release',
        releaseDate: '2026-11-21',
        releaseTime: '10:00',
        finalSnipe: { on: '2026-12-24' },
      },
      [VENUE],
      true,
      {},
    ],
    [
      'a platform that has releases',
      { snipeType: 'release', releaseDate: '2026-11-21', releaseTime: '10:00' },
      [VENUE, { ...VENUE, id: 8, reservation_source: 'opentable' }],
      true,
      { snipe_type_error: 'At this time, we do not offer release snipes for Opentable.' },
    ],
    ['nothing for OpenTable', {}, [{ ...VENUE, reservation_source: 'opentable' }], true, {}],
    ['an account', {}, [VENUE], false, { account_error: 'You need to connect an account' }],
    [
      'a date that leaves room for the final day',
      { dates: [TODAY], finalSnipe: { daysBefore: 1 } },
      [VENUE],
      true,
      { final_snipe_error: 'Reservation Date is Today' },
    ],
  ])('%s', (_, change, venues, hasAccount, errors) => {
    const draft = { ...FULL, ...change };
    expect(wizardErrors({ draft, venues, hasAccount, keptRelease: null, now: NOW })).toEqual(
      errors,
    );
  });

  test.each([
    ['as it was', '2026-11-19', {}],
    ['moved', '2026-11-18', { release_time_error: messages.releaseOver }],
  ])('a past release, %s in an edit', (_, releaseDate, errors) => {
    const draft: Draft = { ...FULL, snipeType: 'release', releaseDate, releaseTime: '10:00' };
    const keptRelease = { releaseDate: '2026-11-19', releaseTime: '10:00' };
    const form = { draft, venues: [VENUE], hasAccount: true, now: NOW };
    expect(wizardErrors({ ...form, keptRelease })).toEqual(errors);
  });

  test('an empty form lists every error and focuses the topmost', () => {
    const errors = wizardErrors({
      draft: EMPTY_DRAFT,
      venues: [],
      hasAccount: true,
      keptRelease: null,
      now: NOW,
    });
    expect(Object.keys(errors)).toEqual([
      'venues_error',
      'party_size_error',
      'dates_error',
      'times_error',
    ]);
    expect(firstError(errors)).toBe('venues_error');
    expect(firstError({})).toBeNull();
  });

  test('only the server’s errors of this form are shown here', () => {
    expect(knownErrors({ dates_error: 'That date is over.', other_error: 'No.' })).toEqual({
      dates_error: 'That date is over.',
    });
  });
});

describe('the accounts', () => {
  const account = (id: number, platform: 'resy' | 'opentable') => ({
    id,
    platform,
    username: 'm',
    display_name: 'M',
    is_concierge: false,
    status: 'connected' as const,
    verified_at: null,
    cards: [],
  });
  const user = {
    is_concierge: false,
    platform_accounts: [account(1, 'resy'), account(2, 'resy'), account(9, 'opentable')],
  };
  const concierge = { ...user, is_concierge: true };
  const BOTH = { resy: 2, opentable: 9 };

  test.each([
    ['everyone else has the first of each', user, { resy: 2 }, { resy: 1, opentable: 9 }],
    ['a concierge has what they chose', concierge, BOTH, BOTH],
    ['a concierge may choose one platform', concierge, { opentable: 9 }, { opentable: 9 }],
    ['an account that is gone is no choice', concierge, { resy: 77 }, { opentable: 9 }],
  ])('%s', (_, who, accounts, chosen) => {
    expect(chosenAccounts({ accounts }, who)).toEqual(chosen);
  });

  test('are none without connected accounts', () => {
    const none = { is_concierge: false, platform_accounts: [] };
    expect(chosenAccounts({ accounts: {} }, none)).toEqual({});
  });
});

describe('the body of the call', () => {
  const accounts = { resy: 1 };

  test('has the form of the specification', () => {
    expect(reservationBody({ draft: FULL, venues: [VENUE], accounts, client: null })).toEqual({
      reservation: {
        snipe_type: 'cancel',
        venues: [{ id: 7 }],
        party_size: 2,
        dates: ['2026-11-28'],
        start_time: '18:30',
        end_time: '20:30',
        time_windows: [{ start_time: '18:30', end_time: '20:30' }],
        notify_only: false,
        one_table: false,
        override_reservations: false,
        fee_ceiling_cents: 0,
        cancel_fee_ceiling_cents: null,
        note_to_restaurant: '',
      },
      clientDetails: null,
      selectedResyAccount: 1,
      selectedOpenTableAccount: null,
      errors: {
        venues_error: null,
        party_size_error: null,
        dates_error: null,
        times_error: null,
        release_dates_error: null,
        release_time_error: null,
      },
    });
  });

  test('has the accounts and cards of further platforms in the general fields', () => {
    const chosen = { draft: FULL, venues: [VENUE], accounts: { resy: 1, bistro: 5 }, client: null };
    expect(reservationBody({ ...chosen, cards: { bistro: '2' } })).toMatchObject({
      selectedResyAccount: 1,
      selectedOpenTableAccount: null,
      selectedAccounts: { bistro: 5 },
      selectedCards: { bistro: '2' },
    });
  });

  test('sends the seatings, a final day and the dates in the order of the user', () => {
    const draft: Draft = {
      ...FULL,
      dates: ['2026-11-29', '2026-11-28'],
      finalSnipe: { daysBefore: 1 },
    };
    const one = { ...VENUE, selectedSittingOption: 'Bar' };
    const venues = [one, { ...one, id: 8, otherSittingOptions: ['Patio'] }];
    expect(reservationBody({ draft, venues, accounts, client: null }).reservation).toMatchObject({
      venues: [
        { id: 7, table_type: 'Bar' },
        { id: 8, table_type: 'Bar', table_types: ['Bar', 'Patio'] },
      ],
      dates: ['2026-11-29', '2026-11-28'],
      one_table: true,
      final_snipe_date: '2026-11-27',
    });
  });
});
