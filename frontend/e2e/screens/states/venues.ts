import { expect, type Page } from '@playwright/test';
import { http, HttpResponse } from 'msw';
import {
  heatMap,
  learnedRule,
  venueActivity,
  venueDetail,
  VENUES,
} from '../../../src/testing/fixtures';
import { answersWith, newcomer, subscription } from '../../../src/testing/billing';
import type { Screen } from '../kinds';
import {
  as,
  opensDialog,
  goesOffline,
  neverAnswers,
  offersTryAgain,
  refuses,
  shown,
} from './common';

const standard = [as({ subscription_type: 'standard' }), answersWith(subscription())];
const none = [as({ subscription_type: 'none' }), answersWith(newcomer)];
const EMPTY = { results: [], count: 0, page: 1, page_size: 0, pages: 1 };

const listed = (page: Page) =>
  expect(page.getByRole('article', { name: 'Vesper' }).first()).toBeVisible();

async function selectSeven(page: Page): Promise<void> {
  await listed(page);
  for (const name of ['Bar Sant’Agnese', 'Salt Hay', 'La Güera de Mott', 'Vesper']) {
    await page.getByRole('article', { name }).getByRole('button', { name: 'Select' }).click();
  }
  const picks = page.getByRole('region', { name: 'Top Picks' });
  for (const name of ['The Quiet Harbor', 'Osteria Lucciola', 'Jangdok']) {
    await picks.getByRole('article', { name }).getByRole('button', { name: 'Select' }).click();
  }
  await page.evaluate(() => {
    scrollTo(0, 0);
  });
}

export const LISTING: Screen = {
  empty: [
    {
      name: 'listing-empty',
      path: '/?query=zzz',
      act: shown('No results found for zzz. Please consider trying a different name.'),
    },
    {
      name: 'listing-no-picks',
      path: '/?price=1&exact_location=Nolita',
      overrides: [http.get('/api/venues/featured/', () => HttpResponse.json([]))],
      act: shown('Nothing matches these filters.'),
    },
  ],
  loaded: [
    { name: 'listing', path: '/', act: listed },
    { name: 'listing-selected', path: '/', act: selectSeven },
    { name: 'listing-standard', path: '/', overrides: standard, act: listed },
    { name: 'listing-none', path: '/', overrides: none, act: listed },
    {
      name: 'listing-newcomer',
      path: '/',
      overrides: [as({ subscription_type: 'none', resy_accounts: [] }), answersWith(newcomer)],
      act: listed,
    },
    { name: 'listing-filtered', path: '/?price=2', act: listed },
    {
      name: 'listing-one',
      path: '/',
      overrides: [
        http.get('/api/venues/', () =>
          HttpResponse.json({ ...EMPTY, results: VENUES.slice(11, 12), count: 1 }),
        ),
      ],
      act: listed,
    },
    {
      name: 'listing-loading',
      path: '/',
      overrides: [neverAnswers('/api/venues/'), neverAnswers('/api/venues/featured/')],
    },
    {
      name: 'listing-offline',
      path: '/',
      act: async (page) => {
        await listed(page);
        // The stories load last: without their style sheet the audit would report the network.
        await expect(page.locator('.stories:not([aria-hidden])')).toBeVisible();
        await goesOffline(page);
      },
    },
  ],
  error: [
    {
      name: 'listing-failed',
      path: '/',
      overrides: [refuses('/api/venues/')],
      act: offersTryAgain,
    },
    {
      name: 'listing-unknown-user',
      path: '/',
      overrides: [refuses('/api/users/me/')],
      act: shown(/^We couldn't load your account/),
    },
  ],
  dialog: [
    {
      name: 'listing-chosen-list',
      path: '/',
      act: async (page) => {
        await selectSeven(page);
        await page.getByRole('button', { name: /more, show all/ }).click();
        await expect(page.getByRole('dialog', { name: 'Selected restaurants' })).toBeVisible();
      },
    },
    {
      name: 'listing-pro',
      path: '/',
      overrides: standard,
      act: opensDialog('Reserve Maison Orchard'),
    },
    {
      name: 'listing-account',
      path: '/',
      act: opensDialog('Reserve Trattoria dei Tre Fratelli Bonaventura'),
    },
    {
      name: 'subscriptions-dialog',
      path: '/',
      overrides: none,
      act: async (page) => {
        await page.getByRole('button', { name: 'Select Vesper' }).click();
        await expect(page.getByRole('article', { name: 'Regular' })).toBeVisible();
      },
    },
    {
      name: 'listing-location',
      path: '/',
      act: async (page) => {
        await listed(page);
        await page.getByRole('button', { name: 'All locations' }).click();
        await expect(page.getByRole('option', { name: /All locations/ })).toBeVisible();
      },
    },
    {
      name: 'listing-premium',
      path: '/',
      act: async (page) => {
        await page.getByRole('button', { name: 'Premium Restaurants' }).click();
        await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
      },
    },
    {
      name: 'listing-premium-failed',
      path: '/',
      overrides: [refuses('/api/venues/premium/')],
      act: async (page) => {
        await page.getByRole('button', { name: 'Premium Restaurants' }).click();
        await offersTryAgain(page);
      },
    },
    {
      name: 'listing-news',
      path: '/',
      act: async (page) => {
        await listed(page);
        await page.getByRole('button', { name: /notification/i }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await shown('Petit Quai')(page);
      },
    },
    {
      name: 'listing-palette',
      path: '/',
      act: async (page) => {
        await listed(page);
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill('sal');
        await expect(page.getByRole('option', { name: /Salt Hay/ }).first()).toBeVisible();
      },
    },
    {
      name: 'listing-palette-sentence',
      path: '/',
      act: async (page) => {
        await listed(page);
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill('lantern');
        const dialog = page.getByRole('dialog', { name: 'Go to' });
        await expect(dialog.getByRole('group', { name: /sentence$/ })).toBeVisible();
      },
    },
    {
      name: 'listing-palette-city',
      path: '/',
      act: async (page) => {
        await listed(page);
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill('new');
        await expect(page.getByRole('option', { name: 'New York' })).toBeVisible();
      },
    },
    {
      name: 'listing-shortcuts',
      path: '/',
      act: async (page) => {
        await listed(page);
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      },
    },
    {
      name: 'listing-menu',
      path: '/',
      act: async (page) => {
        await listed(page);
        await page.getByRole('button', { name: /^Account menu/ }).click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
    },
  ],
};

const EVERYWHERE = { path: '/restaurants', signedIn: false } as const;

/** The listing for visitors. */
export const VISITOR_LISTING: Screen = {
  empty: [
    {
      ...EVERYWHERE,
      name: 'visitor-listing-empty',
      path: '/restaurants?query=zzz',
      act: shown('No results found for zzz. Please consider trying a different name.'),
    },
  ],
  loaded: [{ ...EVERYWHERE, name: 'visitor-listing', act: listed }],
  error: [
    {
      ...EVERYWHERE,
      name: 'visitor-listing-failed',
      overrides: [refuses('/api/public/venues/')],
      act: offersTryAgain,
    },
  ],
  dialog: { never: 'Everything that needs one leads to the sign-up.' },
};

const PICKS = '/venues/top-picks/';
const picked = (page: Page) =>
  expect(page.getByRole('article', { name: 'Petit Quai' }).first()).toBeVisible();

export const TOP_PICKS: Screen = {
  empty: [
    {
      name: 'top-picks-empty',
      path: `${PICKS}?query=zzz`,
      act: shown(/^No results found for zzz|^No Top Picks/),
    },
  ],
  loaded: [{ name: 'top-picks', path: PICKS, act: picked }],
  error: [
    {
      name: 'top-picks-failed',
      path: PICKS,
      overrides: [refuses('/api/venues/search/'), refuses('/api/venues/featured/')],
      act: offersTryAgain,
    },
  ],
  dialog: [
    {
      name: 'top-picks-pro',
      path: PICKS,
      overrides: standard,
      act: opensDialog('Reserve The Quiet Harbor'),
    },
  ],
};

export const RESTAURANT: Screen = {
  empty: [
    { name: 'restaurant-missing', path: '/restaurant/999', act: shown(/^There's no restaurant/) },
  ],
  loaded: [
    { name: 'restaurant', path: '/restaurant/2' },
    { name: 'restaurant-visitor', path: '/restaurant/7', signedIn: false },
    { name: 'restaurant-visitor-pro', path: '/restaurant/11', signedIn: false },
    { name: 'restaurant-plain', path: '/restaurant/8' },
    { name: 'restaurant-standard', path: '/restaurant/2', overrides: standard },
    { name: 'restaurant-opentable', path: '/restaurant/10' },
    {
      name: 'restaurant-learned',
      path: '/restaurant/2',
      overrides: [
        http.get('/api/venues/2/', () =>
          HttpResponse.json(venueDetail(2, { learned_rule: learnedRule() })),
        ),
      ],
      act: shown(/seen 9 of 10 times/),
    },
    {
      name: 'restaurant-learned-weekly',
      path: '/restaurant/2',
      overrides: [
        http.get('/api/venues/2/', () =>
          HttpResponse.json(
            venueDetail(2, {
              learned_rule: learnedRule({
                weekday: 0,
                days_ahead: 28,
                text: 'Opens a whole week each Monday at 10:00 AM in New York, 28 to 34 days ahead · seen 6 of 6 times',
              }),
            }),
          ),
        ),
      ],
      act: shown(/a whole week each Monday/),
    },
    {
      name: 'restaurant-heat-map',
      path: '/restaurant/2',
      overrides: [
        http.get('/api/reservations/venues/2/', () =>
          HttpResponse.json(venueActivity(2, { heat_map: heatMap })),
        ),
      ],
      act: shown('When tables open'),
    },
  ],
  error: [
    {
      name: 'restaurant-failed',
      path: '/restaurant/2',
      overrides: [refuses('/api/venues/2/')],
      act: offersTryAgain,
    },
  ],
  dialog: [
    {
      name: 'restaurant-pro',
      path: '/restaurant/2',
      overrides: standard,
      act: opensDialog('Reserve The Quiet Harbor'),
    },
  ],
};
