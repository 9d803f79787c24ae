import { expect, type Locator, type Page } from '@playwright/test';
import { http, HttpResponse } from 'msw';
import type { Group, GroupPage, Readiness } from '../../../src/api/reservation-types';
import { aConcierge } from '../../../src/testing/clients';
import { aRequestTable, tableHandlers } from '../../../src/testing/concierge-table';
import { statedOdds, VENUES } from '../../../src/testing/fixtures';
import {
  aReadiness,
  NO_FEE_SEEN,
  readyLines,
  REHEARSED,
  UNREADY,
} from '../../../src/testing/readiness';
import { aReleaseRail } from '../../../src/testing/releases';
import { anOutcome, notificationPage } from '../../../src/testing/notifications';
import {
  aBooking,
  aGroup,
  aMember,
  anEntry,
  aPage,
  aWatch,
} from '../../../src/testing/reservation-fixtures';
import { groupAt, GROUPS } from '../../../src/testing/reservations';
import { aSearch, aSearchWithOffer, aSwapGroup } from '../../../src/testing/searches';
import { aRule, servesRules } from '../../../src/testing/weekly';
import { NOW } from '../api';
import type { Screen } from '../kinds';
import { as, goesOffline, neverAnswers, offersTryAgain, refuses, shown } from './common';
import { CONCIERGE_TABLE } from './concierge-table';

const LIST = '/reservations';

const ticket = (page: Page, name: string) => page.getByRole('article', { name }).first();
const listed = (page: Page) => expect(ticket(page, 'Salt Hay')).toBeVisible();
const serves = (groups: Group[], fields: Partial<GroupPage> = {}) =>
  http.get('/api/reservations/', () => HttpResponse.json(aPage(groups, fields)));

const answersReadiness = (fields: Partial<Readiness>) =>
  http.get('/api/reservations/:id/readiness/', () => HttpResponse.json(aReadiness(fields)));

/** Press an action of a request: on its ticket, or in the timeline of its row on a phone. */
async function press(page: Page, request: Locator, action: string): Promise<void> {
  await listed(page);
  const onTicket = request.getByRole('button', { name: action });
  if (await onTicket.isVisible()) {
    await onTicket.click();
    return;
  }
  await request.getByRole('button', { name: 'Timeline' }).click();
  await page.locator('.timeline').getByRole('button', { name: action }).click();
}

async function openTimeline(page: Page): Promise<void> {
  await ticket(page, 'Osteria Lucciola').getByRole('button', { name: 'Timeline' }).click();
}

/** As many as a Pro plan may have active, at every restaurant of the fixtures. */
const live = Array.from({ length: 25 }, (_, index) => {
  const venue = VENUES[index % VENUES.length];
  return groupAt(
    [venue?.venue_name ?? ''],
    { watch: aWatch({ checks: 40 * index }) },
    { group_id: 5000 + index, number: `0${5000 + index}` },
  );
});

/** One table, two of one request with a watched day, one that is being canceled, and one of yesterday. */
const booked = (date: string, fields: Parameters<typeof aBooking>[0] = {}) =>
  ({ status: 'confirmed', watch: null, date, booked: aBooking(fields) }) as const;
const several = groupAt(['Jangdok'], booked('2026-11-29'), { group_id: 6002 });
const [other] = groupAt(['Vesper'], booked('2026-12-05', { deposit_cents: 4000 })).members;
const tables: Group[] = [
  groupAt(
    ['Bar Sant’Agnese'],
    booked('2026-12-06', { cancel_fee_cents: null, free_until: null, platform: 'opentable' }),
    { group_id: 6004 },
  ),
  groupAt(['Petit Quai'], booked('2026-11-21', { canceling: true }), { group_id: 6003 }),
  {
    ...several,
    status: 'active',
    members: [
      ...several.members,
      ...(other === undefined ? [] : [other]),
      ...groupAt(['Jangdok'], { date: '2026-12-12' }).members,
    ],
    venues: groupAt(['Jangdok', 'Vesper']).venues,
  },
  groupAt(['Osteria Lucciola'], booked('2026-11-19'), { group_id: 6001 }),
  groupAt(['Salt Hay']),
];

const weekly = [
  serves(GROUPS.slice(0, 1)),
  ...servesRules([
    aRule({ venue_names: ['Petit Quai', 'Vesper'], weekdays: [4, 5] }),
    aRule({
      id: 4,
      venue_names: ['Osteria Lucciola'],
      refused: {
        week: '2026-11-30',
        at: '2026-11-20T05:00:00.000Z',
        message: "Your Resy account isn't connected.",
      },
    }),
    aRule({
      id: 6,
      venue_names: ['Salt Hay'],
      snipe_type: 'release',
      continue_as_cancel: true,
      next_dates: ['2027-01-08'],
      files_on: '2026-12-08',
      next_release_at: '2026-12-09T15:00:00.000Z',
    }),
    aRule({ id: 5, status: 'paused', venue_names: ['Bar Sant’Agnese'], notify_only: true }),
  ]),
];

/** Two searches for a better table, a swap, a search that has ended, and a request that only notifies. */
const searches: Group[] = [
  aSearchWithOffer(),
  aSearch(),
  aSwapGroup(),
  groupAt(['Salt Hay'], {}, { group_id: 6103, notify_only: true }),
  aSearch(
    {
      status: 'canceled',
      watch: null,
      reason: 'search_over',
      reason_text: "The table that you wanted to improve isn't booked any more.",
    },
    {},
    { group_id: 6104 },
  ),
];
const searchEntries = http.get('/api/reservations/:id/timeline/', () =>
  HttpResponse.json({
    group_id: 6100,
    totals: { checks: 172, seen: 0, attempts: 0, lost: 0, booked: 0 },
    entries: [
      anEntry({ kind: 'watching', checks: 1, date: '2026-11-27' }),
      anEntry({ kind: 'filed', at: '2026-11-20T19:04:11.000Z', date: '2026-11-27' }),
    ],
  }),
);
const searching = (page: Page) => expect(ticket(page, 'Osteria Lucciola')).toContainText('better');

/** A function: its handlers keep state. */
const table = () => [as(aConcierge()), ...tableHandlers(aRequestTable(60))];
const tabled = (page: Page) => expect(page.getByRole('row').nth(3)).toBeVisible();

async function selectThree(page: Page): Promise<void> {
  await tabled(page);
  for (const row of [1, 2, 3]) await page.getByRole('row').nth(row).getByRole('checkbox').click();
  await shown('3 selected')(page);
}

export const RESERVATIONS: Screen = {
  empty: [
    {
      name: 'table-empty',
      path: LIST,
      overrides: () => [as(aConcierge()), ...tableHandlers([])],
    },
    {
      name: 'reservations-empty',
      path: LIST,
      overrides: [serves([])],
      act: shown('No reservations here yet.'),
    },
    {
      name: 'reservations-empty-tab',
      path: `${LIST}?status=paused`,
      overrides: [serves([])],
      act: shown('Nothing paused.'),
    },
    ...CONCIERGE_TABLE.empty,
  ],
  loaded: [
    { name: 'reservations', path: LIST, act: listed },
    {
      name: 'reservations-panel',
      path: LIST,
      act: async (page) => {
        await openTimeline(page);
        await shown('lost to another diner')(page);
      },
    },
    {
      name: 'reservations-odds',
      path: LIST,
      overrides: [
        http.get('/api/reservations/:id/odds/', () => HttpResponse.json({ odds: statedOdds })),
      ],
      act: async (page) => {
        await openTimeline(page);
        await shown('What would raise it')(page);
      },
    },
    {
      name: 'reservations-release',
      path: LIST,
      overrides: [serves(aReleaseRail(NOW.getTime()))],
      act: async (page) => {
        await openTimeline(page);
        await shown('Nothing has happened yet.')(page);
      },
    },
    {
      name: 'reservations-weekly',
      path: LIST,
      overrides: weekly,
      act: async (page) => {
        await shown("Not filed: Your Resy account isn't connected.")(page);
        await page.getByRole('heading', { name: /^Every week/ }).scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'reservations-swap',
      path: LIST,
      overrides: [serves(searches)],
      act: searching,
    },
    {
      name: 'reservations-swap-panel',
      path: `${LIST}?open=6100`,
      overrides: [serves(searches), searchEntries],
      act: shown('search for a better table started'),
    },
    {
      name: 'readiness',
      path: LIST,
      overrides: [answersReadiness({ lines: readyLines(...UNREADY) })],
      act: async (page) => {
        await openTimeline(page);
        await shown('7 problems')(page);
      },
    },
    {
      name: 'readiness-remark',
      path: LIST,
      overrides: [answersReadiness({ lines: readyLines(NO_FEE_SEEN), rehearsal: REHEARSED })],
      act: async (page) => {
        await openTimeline(page);
        await shown('Nothing was booked.')(page);
        await page.getByText('7 checks passed').click();
      },
    },
    {
      name: 'readiness-rehearsing',
      path: LIST,
      overrides: [answersReadiness({ rehearsal: { ...REHEARSED, finished_at: null, steps: [] } })],
      act: async (page) => {
        await openTimeline(page);
        await page.getByText('Ready to book').click();
        await shown('Running')(page);
      },
    },
    {
      name: 'readiness-loading',
      path: LIST,
      overrides: [neverAnswers('/api/reservations/:id/readiness/')],
      act: async (page) => {
        await openTimeline(page);
        await expect(page.locator('.readiness[aria-busy]')).toBeVisible();
      },
    },
    {
      name: 'readiness-offline',
      path: LIST,
      overrides: [answersReadiness({ lines: readyLines(...UNREADY) })],
      act: async (page) => {
        await openTimeline(page);
        await shown('7 problems')(page);
        // Wait until the code that loads in idle time is there, because it cannot load offline.
        await page.waitForLoadState('networkidle');
        await goesOffline(page);
      },
    },
    {
      name: 'reservations-25',
      path: LIST,
      overrides: [serves(live)],
      act: listed,
    },
    {
      name: 'reservations-one',
      path: LIST,
      overrides: [serves(GROUPS.slice(1, 2))],
      act: (page) => expect(ticket(page, 'The Quiet Harbor')).toBeVisible(),
    },
    {
      name: 'reservations-tables',
      path: LIST,
      overrides: [serves(tables)],
      act: listed,
    },
    { name: 'table', path: LIST, overrides: table, act: tabled },
    { name: 'table-selected', path: LIST, overrides: table, act: selectThree },
    {
      name: 'table-cards',
      path: `${LIST}?view=cards`,
      overrides: table,
      act: shown(/^Booked on behalf of Eleanor/),
    },
    {
      name: 'reservations-loading',
      path: LIST,
      overrides: [neverAnswers('/api/reservations/')],
    },
    {
      name: 'reservations-offline',
      path: LIST,
      act: async (page) => {
        await listed(page);
        // As above: code and styles that load in idle time cannot load offline.
        await page.waitForLoadState('networkidle');
        await goesOffline(page);
      },
    },
    ...CONCIERGE_TABLE.loaded,
  ],
  error: [
    {
      name: 'reservations-error',
      path: LIST,
      overrides: [refuses('/api/reservations/')],
      act: shown('Failed to load reservations.'),
    },
    {
      name: 'reservations-weekly-failed',
      path: LIST,
      overrides: [serves(GROUPS.slice(0, 1)), refuses('/api/weekly-rules/')],
      act: shown("Your weekly requests didn't load."),
    },
    {
      name: 'table-failed',
      path: LIST,
      overrides: [as(aConcierge()), refuses('/api/reservations/')],
      act: offersTryAgain,
    },
    {
      name: 'readiness-failed',
      path: LIST,
      overrides: [refuses('/api/reservations/:id/readiness/')],
      act: async (page) => {
        await openTimeline(page);
        await offersTryAgain(page);
      },
    },
    {
      name: 'reservations-panel-failed',
      path: LIST,
      overrides: [refuses('/api/reservations/:id/timeline/')],
      act: async (page) => {
        await openTimeline(page);
        await offersTryAgain(page);
      },
    },
  ],
  dialog: [
    {
      name: 'booked-screen',
      path: LIST,
      takesScreen: true,
      overrides: [
        http.get('/api/notices/', () =>
          HttpResponse.json(
            notificationPage({ events: [anOutcome({ seq: 19, group_id: 900 })], last_seq: 19 }),
          ),
        ),
        http.get('/api/reservations/900/', () =>
          HttpResponse.json(
            aGroup({
              group_id: 900,
              members: [aMember({ status: 'confirmed', watch: null, booked: aBooking() })],
            }),
          ),
        ),
      ],
      act: (page) => page.getByRole('dialog', { name: 'Booked: Osteria Lucciola' }).waitFor(),
    },
    {
      name: 'reservations-delete',
      path: LIST,
      act: async (page) => {
        await press(page, ticket(page, 'Salt Hay'), 'Delete');
        await expect(page.getByRole('dialog', { name: 'Delete this request?' })).toBeVisible();
      },
    },
    {
      name: 'table-delete',
      path: LIST,
      overrides: table,
      act: async (page) => {
        await selectThree(page);
        await page.getByRole('button', { name: 'Delete', exact: true }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
    {
      name: 'reservations-unpause',
      path: LIST,
      overrides: [
        http.get('/api/reservations/counts/', () =>
          HttpResponse.json({ active_reservations: 25, total_reservations: 25, limit: 25 }),
        ),
      ],
      act: async (page) => {
        await press(page, page.locator('[data-status="paused"]').first(), 'Unpause');
        await expect(page.getByRole('dialog', { name: 'No room' })).toBeVisible();
      },
    },
    ...CONCIERGE_TABLE.dialog,
  ],
};
