/** What staff do for users in the admin. */
import { expect, type Browser } from '@playwright/test';
import { PASSWORD, type TestUser } from './users';

/** Set a flag of a user, in a browser of its own. */
export async function grant(
  browser: Browser,
  user: TestUser,
  flag: 'Is vip' | 'Is concierge',
): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`/admin/accounts/user/?q=${encodeURIComponent(user.email)}`);
  await page.getByLabel(/email|username/i).fill('admin@tablehawk.test');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('link', { name: user.email }).click();
  await page.getByLabel(flag).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('was changed successfully')).toBeVisible();
  await context.close();
}
