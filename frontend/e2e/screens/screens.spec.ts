import { expect, type Page, test } from '@playwright/test';
import { http, HttpResponse, type RequestHandler } from 'msw';
import { user } from '../../src/testing/fixtures';
import { refusal } from '../../src/testing/handlers';
import { expectAccessible, prepare, shoot } from './api';

type Screen = {
  name: string;
  path: string;
  /** Seen once the screen is ready. */
  ready: (page: Page) => Promise<void>;
  /** Leads from there to the state that is tested. */
  act?: (page: Page) => Promise<void>;
  signedIn?: boolean;
  /** A function where a handler remembers: each test then has its own. */
  overrides?: RequestHandler[] | (() => RequestHandler[]);
};

const heading = (name: string) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const listed = (page: Page) => expect(page.getByRole('article', { name: 'Vesper' })).toBeVisible();
const standard = [
  http.get('/api/users/me/', () => HttpResponse.json(user({ subscription_type: 'standard' }))),
];

async function selectSeven(page: Page): Promise<void> {
  for (const name of ['Bar Sant’Agnese', 'Salt Hay', 'La Güera de Mott', 'Vesper']) {
    await page.getByRole('article', { name }).getByRole('button', { name: 'Select' }).click();
  }
  const picks = page.getByRole('region', { name: 'Top Picks' });
  for (const name of ['The Quiet Harbor', 'Osteria Lucciola', 'Jangdok']) {
    await picks.getByRole('article', { name }).getByRole('button', { name: 'Select' }).click();
  }
}

async function askForCode(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Phone' }).fill('9175550142');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
}

const SCREENS: Screen[] = [
  { name: 'login', path: '/login', signedIn: false, ready: heading('Tables open up. We notice.') },
  {
    name: 'login-error',
    path: '/login',
    signedIn: false,
    ready: heading('Tables open up. We notice.'),
    overrides: [
      http.post('/api/users/login/', () =>
        refusal(401, 'wrong_credentials', 'Email and password do not match.'),
      ),
    ],
    act: async (page) => {
      await page.getByLabel('Email').fill('maya.okafor@example.com');
      await page.getByLabel('Password', { exact: true }).fill('correcthorse');
      await page.getByRole('button', { name: 'Log in' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'login-forgot',
    path: '/login',
    signedIn: false,
    ready: heading('Tables open up. We notice.'),
    act: async (page) => {
      await page.getByRole('button', { name: 'Forgot password' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'signup',
    path: '/signup?ref=HAWK-7Q2',
    signedIn: false,
    ready: heading('Open a tab with us.'),
  },
  {
    name: 'signup-errors',
    path: '/signup',
    signedIn: false,
    ready: heading('Open a tab with us.'),
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Phone' }).fill('91755501');
      await page.getByLabel('Password', { exact: true }).fill('Supper4');
      await page.getByRole('button', { name: 'Sign up' }).click();
      await expect(page.getByText('Phone number must have exactly 10 digits.')).toBeVisible();
    },
  },
  {
    name: 'signup-terms',
    path: '/signup',
    signedIn: false,
    ready: heading('Open a tab with us.'),
    act: async (page) => {
      await page.getByRole('button', { name: 'terms' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'connect', path: '/connect-accounts', ready: heading('Connect your accounts') },
  {
    name: 'connect-empty',
    path: '/connect-accounts',
    ready: heading('Connect your accounts'),
    overrides: [http.get('/api/users/me/', () => HttpResponse.json(user({ resy_accounts: [] })))],
  },
  {
    name: 'connect-error',
    path: '/connect-accounts',
    ready: heading('Connect your accounts'),
    overrides: [
      http.get('/api/users/me/', () => HttpResponse.json(user({ resy_accounts: [] }))),
      http.post('/api/resy/login/', () =>
        refusal(400, 'resy_refused', 'Unable to connect Resy account: invalid email or password'),
      ),
    ],
    act: async (page) => {
      await page.getByLabel('Resy email').fill('maya.okafor@example.com');
      await page.getByLabel('Resy password').fill('nope');
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await expect(page.getByText('Email and password do not match')).toBeVisible();
    },
  },
  {
    name: 'connect-success',
    path: '/connect-accounts',
    ready: heading('Connect your accounts'),
    overrides: () => [
      // The account is there from the second time on that the page asks who the user is.
      http.get('/api/users/me/', () => HttpResponse.json(user({ resy_accounts: [] })), {
        once: true,
      }),
    ],
    act: async (page) => {
      await page.getByLabel('Resy email').fill('maya.okafor@example.com');
      await page.getByLabel('Resy password').fill('table-for-two');
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await expect(page.getByText('Your Resy account successfully connected.')).toBeVisible();
      await expect(page.getByText('Successfully connected', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'connect-code',
    path: '/connect-accounts',
    ready: heading('Connect your accounts'),
    act: askForCode,
  },
  {
    name: 'connect-wrong-code',
    path: '/connect-accounts',
    ready: heading('Connect your accounts'),
    overrides: [
      http.post('/api/opentable/verify_phone_2fa/', () => refusal(400, 'wrong_code', 'Wrong code')),
    ],
    act: async (page) => {
      await askForCode(page);
      await page.getByLabel('Code', { exact: true }).fill('4821');
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Try Again' })).toBeFocused();
    },
  },
  {
    name: 'connect-disconnect',
    path: '/connect-accounts',
    ready: heading('Connect your accounts'),
    act: async (page) => {
      await page.getByRole('button', { name: /^Disconnect/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'connect-failed',
    path: '/connect-accounts',
    ready: heading('Connect your accounts'),
    overrides: [http.get('/api/users/me/', () => refusal(403, 'away', 'No.'))],
  },
  { name: 'listing', path: '/', ready: listed },
  { name: 'listing-selected', path: '/', ready: listed, act: selectSeven },
  {
    name: 'listing-chosen-list',
    path: '/',
    ready: listed,
    act: async (page) => {
      await selectSeven(page);
      await page.getByRole('button', { name: /more, show all/ }).click();
      await expect(page.getByRole('dialog', { name: 'Selected restaurants' })).toBeVisible();
    },
  },
  { name: 'listing-standard', path: '/', ready: listed, overrides: standard },
  {
    name: 'listing-pro',
    path: '/',
    ready: listed,
    overrides: standard,
    act: async (page) => {
      await page.getByRole('button', { name: 'See plans' }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'listing-account',
    path: '/',
    ready: listed,
    act: async (page) => {
      await page.getByRole('button', { name: 'Connect OpenTable' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'listing-location',
    path: '/',
    ready: listed,
    act: async (page) => {
      await page.getByRole('button', { name: 'All locations' }).click();
      await expect(page.getByRole('option', { name: /All locations/ })).toBeVisible();
    },
  },
  {
    name: 'listing-premium',
    path: '/',
    ready: listed,
    act: async (page) => {
      await page.getByRole('button', { name: 'Premium Restaurants' }).click();
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'listing-menu',
    path: '/',
    ready: listed,
    act: async (page) => {
      await page.getByRole('button', { name: /^Account menu/ }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'listing-empty',
    path: '/?query=zzz',
    ready: async (page) => {
      await expect(
        page.getByText('No results found for zzz. Please consider trying a different name.'),
      ).toBeVisible();
    },
  },
  {
    name: 'listing-loading',
    path: '/',
    ready: heading('Where would you like to eat?'),
    overrides: [
      http.get('/api/venues/', () => new Promise<never>(() => undefined)),
      http.get('/api/venues/featured/', () => new Promise<never>(() => undefined)),
    ],
  },
  {
    name: 'listing-failed',
    path: '/',
    ready: async (page) => {
      await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
    },
    overrides: [http.get('/api/venues/', () => refusal(403, 'refused', 'Not now.'))],
  },
  {
    name: 'listing-offline',
    path: '/',
    ready: listed,
    act: async (page) => {
      await page.context().setOffline(true);
      await expect(page.getByText('You are offline.')).toBeVisible();
    },
  },
  { name: 'top-picks', path: '/venues/top-picks/', ready: heading('Top Picks') },
  { name: 'restaurant', path: '/restaurant/2', ready: heading('The Quiet Harbor') },
  { name: 'restaurant-plain', path: '/restaurant/8', ready: heading('The Understudy') },
  {
    name: 'restaurant-standard',
    path: '/restaurant/2',
    ready: heading('The Quiet Harbor'),
    overrides: standard,
  },
  { name: 'restaurant-missing', path: '/restaurant/999', ready: heading('There is no restaurant') },
  { name: 'not-found', path: '/nowhere', ready: heading('There is nothing at this address') },
];

for (const theme of ['light', 'dark'] as const) {
  for (const screen of SCREENS) {
    test(`${screen.name}, ${theme}: axe finds nothing and the console is silent`, async ({
      page,
    }, info) => {
      const { signedIn, overrides } = screen;
      const complaints = await prepare(page, {
        theme,
        ...(signedIn === undefined ? {} : { signedIn }),
        ...(overrides === undefined
          ? {}
          : { overrides: typeof overrides === 'function' ? overrides() : overrides }),
      });
      await page.goto(screen.path);
      await screen.ready(page);
      await screen.act?.(page);
      await page.evaluate(() => document.fonts.ready);
      await shoot(page, `${screen.name}-${info.project.name}${theme === 'dark' ? '-dark' : ''}`);
      await expectAccessible(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, 'nothing is wider than the screen').toBeLessThanOrEqual(0);
      expect(complaints).toEqual([]);
    });
  }
}
