import { expect, test } from '@playwright/test';
import { tabTo } from '../support/keys';
import { open, prepare } from './api';

test('the form is filled and sent with the keyboard alone', async ({ page }) => {
  await prepare(page);
  await open(page, '/reservations/add-reservation');
  const press = async (name: string | RegExp) => {
    await tabTo(
      page,
      page.getByRole('button', { name, exact: true }).locator('visible=true').first(),
    );
    await page.keyboard.press('Enter');
  };
  await press(/^More options/);
  await press('Add Restaurant');
  await expect(page.getByLabel('Search restaurants')).toBeFocused();
  await page.keyboard.type('Vesper');
  await expect(page.getByRole('button', { name: /Petit Quai/ })).toBeHidden();
  await press(/^Vesper/);
  await press('Confirm');
  await expect(page.getByRole('button', { name: 'Add Restaurant' })).toBeFocused();
  await press('2');
  await press('Go to the Next Month');
  // The days are one tab stop; the arrow keys move among them.
  await tabTo(page, page.locator('[data-field="dates_error"] td button[tabindex="0"]'));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await press(/^Prime/);
  await press('Reserve');
  await expect(page).toHaveURL(/\/reservations$/);
  await expect(page.getByText("Request filed. We're watching.", { exact: true })).toBeVisible();
});
