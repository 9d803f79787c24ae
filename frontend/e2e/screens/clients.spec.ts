/** A concierge's first step and the editing of a request in their states; the rules are those of `screens.spec.ts`. */
import { expect, type Page, test } from '@playwright/test';
import { http, HttpResponse, type RequestHandler } from 'msw';
import { addIsoDays, today } from '../../src/lib/dates';
import { aConcierge } from '../../src/testing/clients';
import { user } from '../../src/testing/fixtures';
import { refusal } from '../../src/testing/handlers';
import { groupAt } from '../../src/testing/reservations';
import { expectAccessible, prepare, shoot } from './api';

type State = {
  name: string;
  path: string;
  act?: (page: Page) => Promise<void>;
  overrides?: RequestHandler[];
};

const ADD = '/reservations/add-reservation';
const EDIT = '/reservations/edit-reservation/4127';
const signedIn = (fields: Parameters<typeof aConcierge>[0] = {}) =>
  http.get('/api/users/me/', () => HttpResponse.json(user(aConcierge(fields))));
const DAY = addIsoDays(today(), 9);
const group = groupAt(
  ['Petit Quai', 'Vesper'],
  {},
  {
    group_id: 4127,
    dates: [DAY, addIsoDays(DAY, 1), addIsoDays(DAY, 2)],
  },
);
const serving = [
  http.get('/api/reservations/4127/', () => HttpResponse.json(group)),
  http.post('/api/reservations/get-unique-unactive-dates-by-group/', () =>
    HttpResponse.json({ dates: [DAY] }),
  ),
];

const account = (page: Page) => page.getByRole('button', { name: /^Desk one/ });
const book = (page: Page) => page.getByRole('button', { name: /^Client book/ });
const onScreen = (page: Page, name: string) =>
  page.getByRole('button', { name }).and(page.locator(':visible'));

async function pick(page: Page, name: string): Promise<void> {
  await account(page).click();
  await book(page).click();
  await page.getByRole('option', { name }).click();
}

const STATES: State[] = [
  { name: 'client', path: ADD, act: (page) => expect(account(page)).toBeVisible() },
  { name: 'client-picked', path: ADD, act: (page) => pick(page, 'Lucía') },
  {
    name: 'client-book',
    path: ADD,
    act: async (page) => {
      await book(page).click();
      await expect(page.getByRole('option', { name: 'Grace' })).toBeVisible();
    },
  },
  {
    name: 'client-book-empty',
    path: ADD,
    overrides: [
      http.get('/api/clients/', () =>
        HttpResponse.json({ clients: [], count: 0, page: 1, pages: 1 }),
      ),
    ],
    act: async (page) => {
      await book(page).click();
      await expect(page.getByText(/^Nobody is in your book yet/)).toBeVisible();
    },
  },
  {
    name: 'client-book-failed',
    path: ADD,
    overrides: [http.get('/api/clients/', () => refusal(403, 'away', 'Not now.'))],
    act: async (page) => {
      await book(page).click();
      await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
    },
  },
  {
    name: 'client-errors',
    path: ADD,
    act: async (page) => {
      await pick(page, 'Grace');
      await page.getByLabel('Email').fill('grace@');
      await page.getByLabel('Card number').fill('4242424242424243');
      await page.getByLabel('CVV').fill('73');
      await page.getByLabel('Expiry month').selectOption('12');
      await page.getByLabel('Expiry year').selectOption({ index: 1 });
      await onScreen(page, 'Continue').click();
      await expect(page.getByText('Must be valid email')).toBeVisible();
    },
  },
  {
    name: 'client-no-account',
    path: ADD,
    overrides: [signedIn({ resy_accounts: [], ot_accounts: [] })],
    act: (page) => expect(page.getByRole('link', { name: 'Connect an account' })).toBeVisible(),
  },
  {
    name: 'client-second-step',
    path: ADD,
    act: async (page) => {
      await pick(page, 'Lucía');
      await onScreen(page, 'Continue').click();
      await expect(onScreen(page, 'Back')).toBeVisible();
    },
  },
  {
    name: 'edit',
    path: EDIT,
    overrides: [http.get('/api/users/me/', () => HttpResponse.json(user())), ...serving],
    act: (page) => expect(onScreen(page, 'Update')).toBeVisible(),
  },
  {
    name: 'edit-over',
    path: EDIT,
    overrides: [
      http.get('/api/reservations/4127/', () =>
        HttpResponse.json({ ...group, status: 'confirmed' }),
      ),
    ],
    act: (page) => expect(page.getByText(/is over and can not be changed/)).toBeVisible(),
  },
  {
    name: 'edit-failed',
    path: EDIT,
    overrides: [http.get('/api/reservations/4127/', () => refusal(403, 'away', 'Not now.'))],
    act: (page) => expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible(),
  },
];

for (const theme of ['light', 'dark'] as const) {
  for (const { name, path, act, overrides = [] } of STATES) {
    test(`${name} in ${theme} is accessible and quiet`, async ({ page }, { project }) => {
      const complaints = await prepare(page, { theme, overrides: [...overrides, signedIn()] });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await act?.(page);
      const overhang = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overhang).toBeLessThanOrEqual(0);
      await expectAccessible(page);
      await shoot(page, `${name}-${project.name}-${theme}`);
      expect(complaints).toEqual([]);
    });
  }
}
