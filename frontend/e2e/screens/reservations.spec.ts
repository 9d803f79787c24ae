/** The request screens in their states; the rules and the shape are those of `screens.spec.ts`. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { http, HttpResponse, type RequestHandler } from 'msw';
import { openTableAccount, user } from '../../src/testing/fixtures';
import { refusal } from '../../src/testing/handlers';
import { aPage } from '../../src/testing/reservation-fixtures';
import { aReleaseRail } from '../../src/testing/releases';
import { expectAccessible, prepare, shoot } from './api';

type State = {
  name: string;
  path: string;
  act?: (page: Page) => Promise<void>;
  overrides?: RequestHandler[];
};

const LIST = '/reservations';
const FORM = '/reservations/add-reservation';
const standard = [
  http.get('/api/users/me/', () => HttpResponse.json(user({ subscription_type: 'standard' }))),
  http.get('/api/reservations/counts/', () =>
    HttpResponse.json({ active_reservations: 3, total_reservations: 3, limit: 5 }),
  ),
];

const ticket = (page: Page, name: string) => page.getByRole('article', { name }).first();
const dialog = (page: Page) => expect(page.getByRole('dialog')).toBeVisible();

async function addRestaurant(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Restaurant' }).click();
  await page.getByRole('dialog').getByRole('button', { name }).first().click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

const STATES: State[] = [
  {
    name: 'reservations',
    path: LIST,
    act: async (page) => {
      await expect(ticket(page, 'Salt Hay')).toBeVisible();
    },
  },
  {
    name: 'reservations-release',
    path: LIST,
    overrides: [http.get('/api/reservations/', () => HttpResponse.json(aPage(aReleaseRail())))],
    act: async (page) => {
      await ticket(page, 'Osteria Lucciola').getByRole('button', { name: 'Timeline' }).click();
      await expect(page.getByText('Nothing has happened yet.')).toBeVisible();
    },
  },
  {
    name: 'reservations-panel',
    path: LIST,
    act: async (page) => {
      await ticket(page, 'Osteria Lucciola').getByRole('button', { name: 'Timeline' }).click();
      await expect(page.getByText('lost to another diner')).toBeVisible();
    },
  },
  {
    name: 'reservations-delete',
    path: `${LIST}?open=none`,
    act: async (page) => {
      await ticket(page, 'Salt Hay').getByRole('button', { name: 'Delete' }).click();
      await dialog(page);
    },
  },
  {
    name: 'reservations-empty',
    path: LIST,
    overrides: [http.get('/api/reservations/', () => HttpResponse.json(aPage([])))],
    act: async (page) => {
      await expect(page.getByText('No reservations here yet.')).toBeVisible();
    },
  },
  {
    name: 'reservations-empty-tab',
    path: `${LIST}?status=paused`,
    overrides: [http.get('/api/reservations/', () => HttpResponse.json(aPage([])))],
    act: async (page) => {
      await expect(page.getByText('Nothing paused.')).toBeVisible();
    },
  },
  {
    name: 'reservations-error',
    path: LIST,
    overrides: [
      http.get('/api/reservations/', () => refusal(403, 'not_allowed', 'You may not see this.')),
    ],
    act: async (page) => {
      await expect(page.getByText('Failed to load reservations.')).toBeVisible();
    },
  },
  {
    name: 'reservations-offline',
    path: LIST,
    act: async (page) => {
      await expect(ticket(page, 'Salt Hay')).toBeVisible();
      await page.context().setOffline(true);
      await expect(page.getByText('You are offline.')).toBeVisible();
    },
  },
  { name: 'form-standard', path: FORM, overrides: standard },
  {
    name: 'form-errors',
    path: FORM,
    overrides: standard,
    act: async (page) => {
      await page.getByRole('button', { name: 'Reserve' }).click();
      await expect(page.getByText('Please select a restaurant')).toBeVisible();
    },
  },
  {
    name: 'form-add-restaurant',
    path: FORM,
    overrides: standard,
    act: async (page) => {
      await page.getByRole('button', { name: 'Add Restaurant' }).click();
      await expect(page.getByRole('button', { name: 'Vesper' })).toBeVisible();
    },
  },
  {
    name: 'form-no-account',
    path: FORM,
    act: async (page) => {
      await page.getByRole('button', { name: 'Add Restaurant' }).click();
      await page.getByRole('button', { name: 'Trattoria dei Tre Fratelli' }).click();
      await expect(page.getByText('You do not have OpenTable account connected')).toBeVisible();
    },
  },
  {
    name: 'form-filled',
    path: FORM,
    act: async (page) => {
      await addRestaurant(page, 'Osteria Lucciola');
      await addRestaurant(page, 'The Quiet Harbor');
      await page.getByRole('button', { name: '4', exact: true }).click();
      await page.getByRole('button', { name: /^Prime/ }).click();
      await expect(page.getByText('Warning: You already have an active task')).toBeVisible();
    },
  },
  {
    name: 'form-custom-time',
    path: FORM,
    act: async (page) => {
      await page.getByRole('button', { name: /^Custom Any start/ }).click();
      await page.getByRole('button', { name: 'Set time' }).click();
      await expect(page.getByText('Please select a valid time').first()).toBeVisible();
    },
  },
  {
    name: 'form-release',
    path: FORM,
    act: async (page) => {
      await addRestaurant(page, 'The Quiet Harbor');
      await page.getByRole('button', { name: /^Release Reservation/ }).click();
      await page.getByRole('button', { name: 'Pick a day' }).click();
      await page.getByRole('button', { name: 'Go to the Next Month' }).last().click();
      await page.getByRole('dialog').locator('td button:enabled').nth(9).click();
      await page.getByRole('button', { name: '10:00 AM' }).click();
      await expect(page.getByText(/10:00 AM in New York is/)).toBeVisible();
    },
  },
  {
    name: 'form-release-errors',
    path: FORM,
    act: async (page) => {
      await page.getByRole('button', { name: /^Release Reservation/ }).click();
      await page.getByRole('button', { name: 'Reserve' }).click();
      await expect(page.getByText('Please set release time')).toBeVisible();
    },
  },
  {
    name: 'form-release-opentable',
    path: FORM,
    overrides: [
      http.get('/api/users/me/', () =>
        HttpResponse.json(user({ ot_accounts: [openTableAccount] })),
      ),
    ],
    act: async (page) => {
      await addRestaurant(page, 'Trattoria dei Tre Fratelli');
      await page.getByRole('button', { name: /^Release Reservation/ }).click();
      await expect(
        page.getByText('At this time, we do not offer release snipes for Opentable.'),
      ).toBeVisible();
    },
  },
];

for (const theme of ['light', 'dark'] as const) {
  for (const { name, path, act, overrides = [] } of STATES) {
    test(`${name} in ${theme} is accessible and quiet`, async ({ page }, { project }) => {
      const complaints = await prepare(page, { theme, overrides });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await act?.(page);
      await expectAccessible(page);
      await shoot(page, `${name}-${project.name}-${theme}`);
      expect(complaints).toEqual([]);
    });
  }
}

/** Steps with Tab until the control has the focus; one that Tab never reaches fails the test. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let steps = 0; steps < 150; steps += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(control)}`);
}

test('the form is filled and sent with the keyboard alone', async ({ page }) => {
  await prepare(page, { theme: 'light' });
  await page.goto(FORM);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const press = async (name: string | RegExp) => {
    await tabTo(
      page,
      page.getByRole('button', { name, exact: true }).locator('visible=true').first(),
    );
    await page.keyboard.press('Enter');
  };
  await press('Add Restaurant');
  await expect(page.getByLabel('Search restaurants')).toBeFocused();
  await page.keyboard.type('Vesper');
  await expect(page.getByRole('button', { name: /Petit Quai/ })).toBeHidden();
  await press(/^Vesper/);
  await press('Confirm');
  await expect(page.getByRole('button', { name: 'Add Restaurant' })).toBeFocused();
  await press('2');
  await press('Go to the Next Month');
  // The days are one stop for Tab; the arrows move among them.
  await tabTo(page, page.locator('[data-field="dates_error"] td button[tabindex="0"]'));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await press(/^Prime/);
  await press('Reserve');
  await expect(page).toHaveURL(/\/reservations$/);
  await expect(page.getByText('Request filed. We are watching.', { exact: true })).toBeVisible();
});
