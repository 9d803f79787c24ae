/** A forgotten password: the emailed link sets a new one, once, and ends every session. */
import { PASSWORD } from './support/users';
import { toast } from './support/screen';
import { expect, test } from './support/test';

const NEW_PASSWORD = 'Chairs4eight!';

test('an emailed link sets a new password once', async ({ page, context, users }) => {
  const withPlan = await users.signUp('forgetful');
  await page.goto('/login');
  await page.getByLabel('Email').fill(withPlan.email);
  await page.getByRole('button', { name: 'Forgot password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forgot password' });
  await expect(dialog.getByLabel('Email')).toHaveValue(withPlan.email);
  await dialog.getByLabel('Email').fill('not an address');
  await expect(dialog.getByRole('button', { name: 'Reset Password' })).toBeDisabled();
  await dialog.getByLabel('Email').fill(withPlan.email);
  await dialog.getByRole('button', { name: 'Reset Password' }).click();
  await expect(
    toast(page, 'Password reset instructions have been sent to your email.'),
  ).toBeVisible();

  const mailbox = await context.newPage();
  const link = mailbox.getByRole('link', { name: /reset-password/ });
  await expect(async () => {
    await mailbox.goto(`/dev/mailbox?to=${encodeURIComponent(withPlan.email)}`);
    expect(await link.count()).toBe(1);
  }).toPass();
  const address = (await link.getAttribute('href')) ?? '';
  await link.click();
  await mailbox.getByLabel('New password', { exact: true }).fill('short');
  await mailbox.getByLabel('Repeat new password').fill('short');
  await mailbox.getByRole('button', { name: 'Reset Password' }).click();
  await expect(mailbox.getByText('Must be at least 8 characters in length').first()).toBeVisible();
  await mailbox.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await mailbox.getByLabel('Repeat new password').fill(NEW_PASSWORD);
  await mailbox.getByRole('button', { name: 'Reset Password' }).click();
  await expect(toast(mailbox, 'Password reset successfully')).toBeVisible();
  await expect(mailbox).toHaveURL(/\/login$/);

  await mailbox.getByLabel('Email').fill(withPlan.email);
  await mailbox.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await mailbox.getByRole('button', { name: 'Log in' }).click();
  await expect(mailbox.getByText('Email and password do not match.')).toBeVisible();
  expect(await mailbox.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await mailbox.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await mailbox.getByRole('button', { name: 'Log in' }).click();
  await expect(toast(mailbox, 'You need to connect an account')).toBeVisible();
  await expect(mailbox).toHaveURL(/connect-accounts/);

  await page.goto(address);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat new password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Each link works once, for one hour.')).toBeVisible();
});
