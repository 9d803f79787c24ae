import { describe, expect, test } from 'vitest';
import type { Group } from '@/api/reservation-types';
import { seatingsOf, type SelectedVenue } from '@/entities/venue/selection';
import { openTableAccount, user as aUser, VENUES } from '@/testing/fixtures';
import { groupAt } from '@/testing/reservations';
import { NO_ACCOUNT } from '@/entities/platform/accounts';
import { draftOf, editingOf, venuesOf } from './edit';

const DATES = ['2026-11-28', '2026-11-29', '2026-11-30'];

function aGroup(fields: Partial<Group> = {}): Group {
  return groupAt(['Vesper', 'Petit Quai'], {}, { dates: DATES, ...fields });
}

describe('the draft', () => {
  test('has the group’s data', () => {
    const group = aGroup({
      snipe_type: 'release',
      party_size: 4,
      release_date: '2026-11-22',
      release_time: '10:00',
      override_reservations: true,
      fee_ceiling_cents: 2500,
      cancel_fee_ceiling_cents: 5000,
      note_to_restaurant: 'A booth, please',
    });
    expect(draftOf(group, [], aUser())).toEqual({
      snipeType: 'release',
      partySize: 4,
      dates: DATES,
      offeredDay: null,
      oneTable: false,
      time: { start: '18:30', end: '20:30' },
      moreTimes: [],
      finalSnipe: null,
      releaseDate: '2026-11-22',
      releaseTime: '10:00',
      continueAsCancel: false,
      repeatUntil: null,
      notifyOnly: false,
      override: true,
      feeCeilingCents: 2500,
      cancelFeeCeilingCents: 5000,
      note: 'A booth, please',
      accounts: { resy: 1, opentable: NO_ACCOUNT },
      cards: {},
    });
  });

  test('has several times in their order', () => {
    const windows = [
      { start_time: '19:00', end_time: '21:00' },
      { start_time: '12:00', end_time: '13:30' },
    ];
    expect(draftOf(aGroup({ time_windows: windows }), [], aUser())).toMatchObject({
      time: { start: '19:00', end: '21:00' },
      moreTimes: [{ start: '12:00', end: '13:30' }],
    });
  });

  test('of a cancel request continues, if the user makes it a release request', () => {
    expect(draftOf(aGroup(), [], aUser()).continueAsCancel).toBe(true);
  });

  test('leaves out the dates that are closed', () => {
    expect(draftOf(aGroup(), ['2026-11-28'], aUser()).dates).toEqual(['2026-11-29', '2026-11-30']);
  });

  test.each([
    ['2026-11-27', { daysBefore: 1 }],
    ['2026-11-26', { daysBefore: 2 }],
    ['2026-11-29', { on: '2026-11-29' }],
    [null, null],
  ])('has the final day %s as the matching choice', (final_snipe_date, choice) => {
    expect(draftOf(aGroup({ final_snipe_date }), [], aUser()).finalSnipe).toEqual(choice);
  });
});

describe('the accounts', () => {
  const comma = { display_name: 'Desk, one', id: 3 };

  test.each([
    ['the one of that name', 'Maya Okafor', aUser().resy_accounts, 1],
    ['the one with that login', 'maya.okafor@example.com', aUser().resy_accounts, 1],
    ['none, when nobody has the name', 'Somebody', aUser().resy_accounts, null],
    [
      'none, when two have the name',
      'Maya Okafor',
      aUser().resy_accounts.flatMap((one) => [one, { ...one, id: 2 }]),
      null,
    ],
    [
      'one whose name has a comma',
      comma.display_name,
      aUser().resy_accounts.map((one) => ({ ...one, ...comma })),
      3,
    ],
  ])('are %s', (_, account_name, resy_accounts, chosen) => {
    const user = aUser({ resy_accounts, ot_accounts: [openTableAccount] });
    const { accounts } = draftOf(aGroup({ account_name }), [], user);
    expect(accounts).toEqual({ resy: chosen ?? NO_ACCOUNT, opentable: NO_ACCOUNT });
  });
});

test('the restaurants keep the group’s order and its seatings', () => {
  const group = aGroup();
  const requested = {
    ...group,
    venues: group.venues.map((venue, index) => ({
      ...venue,
      table_types: index === 0 ? ['Bar', 'Patio', ''] : [''],
    })),
  };
  const found: SelectedVenue[] = venuesOf(requested, VENUES);
  expect(found.map((venue) => [venue.venue_name, seatingsOf(venue)])).toEqual([
    ['Vesper', ['Bar', 'Patio', 'Any']],
    ['Petit Quai', []],
  ]);
});

test('the form knows the group’s closed dates, venues and release', () => {
  const group = aGroup({ release_date: '2026-11-22', release_time: '10:00' });
  expect(editingOf(group, { closed: ['2026-11-28'], isWeekly: true })).toEqual({
    groupId: group.group_id,
    closed: ['2026-11-28'],
    isWeekly: true,
    venueIds: new Set([12, 1]),
    hasTable: false,
    release: { releaseDate: '2026-11-22', releaseTime: '10:00' },
  });
});
