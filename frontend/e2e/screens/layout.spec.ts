/** Lines of specification §2 that need a style sheet and a width. */
import { expect, test } from '@playwright/test';
import { http, HttpResponse } from 'msw';
import { aPage } from '../../src/testing/reservation-fixtures';
import { openOptions } from '../support/screen';
import { open, prepare } from './api';

const isNarrow = (name: string) => name === '390';

test(
  'a later style sheet keeps the layers of the first one',
  { tag: '@quick' },
  async ({ page }) => {
    await prepare(page, { signedIn: false });
    await open(page, '/login');
    const button = page.getByRole('button', { name: 'Log in' });
    await expect(button).toHaveCSS('border-top-width', '1px');
    await expect(button).toHaveCSS('padding-left', '18px');
  },
);

test('the logo leads to the restaurants', async ({ page }) => {
  await prepare(page);
  await open(page, '/profile');
  await page.getByRole('banner').getByRole('link', { name: 'Tablehawk' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('the login leads to the sign-up', async ({ page }) => {
  await prepare(page, { signedIn: false });
  await open(page, '/login');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(/\/signup$/);
});

test('the grid has four columns, two on a small screen', async ({ page }, { project }) => {
  await prepare(page);
  await open(page, '/');
  const all = page.getByRole('region', { name: 'All Restaurants' });
  await expect(all.getByRole('article').first()).toBeVisible();
  const boxes = await Promise.all(
    (await all.getByRole('article').all()).map((card) => card.boundingBox()),
  );
  const inFirstRow = boxes.filter((box) => box?.y === boxes[0]?.y);
  expect(inFirstRow).toHaveLength(isNarrow(project.name) ? 2 : 4);
});

test('the tabs are a dropdown on a small screen', async ({ page }, { project }) => {
  await prepare(page);
  await open(page, '/reservations');
  const tabs = page.getByRole('navigation', { name: 'Status' });
  const dropdown = page.getByLabel('Show Reservation');
  await expect(tabs).toBeVisible({ visible: !isNarrow(project.name) });
  await expect(dropdown).toBeVisible({ visible: isNarrow(project.name) });
});

test('the form’s title says whether it adds or edits', async ({ page }) => {
  await prepare(page);
  await open(page, '/reservations/add-reservation');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add Reservation');
  await open(page, '/reservations/edit-reservation/4127');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Reservation');
});

test('the form says what each type of request does', async ({ page }) => {
  await prepare(page);
  await open(page, '/reservations/add-reservation');
  await openOptions(page);
  await expect(
    page.getByText(
      'If anyone cancels their reservation, Tablehawk will book it for you instantly.',
    ),
  ).toBeVisible();
  await page.getByRole('button', { name: /^Release Reservation/ }).click();
  await expect(
    page.getByText('Tablehawk will get a reservation for you as soon as it releases.'),
  ).toBeVisible();
});

test('the links to the form have different names when the list is empty', async ({ page }) => {
  await prepare(page, {
    overrides: [http.get('/api/reservations/', () => HttpResponse.json(aPage([])))],
  });
  await open(page, '/reservations');
  await expect(page.getByText(/^No reservations here yet/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add your first reservation' })).toHaveCount(1);
  expect(await page.getByRole('link', { name: 'Add Reservation' }).count()).toBeLessThanOrEqual(1);
});
