/** The profile's plan cards: upgrade, downgrade, cancel and undo, and the link to Stripe's own page. */
import { button, toast } from './support/screen';
import { expect, test } from './support/test';

const DAY = /[A-Z][a-z]+ \d{1,2}, \d{4}/.source;

test('a plan can be upgraded, downgraded, canceled and kept', async ({ page, users }) => {
  const withPlan = await users.withPlan('plan', 'premium');
  await withPlan.openPage(page, '/profile');
  const [standard, pro] = [
    page.getByRole('article', { name: 'Standard' }),
    page.getByRole('article', { name: 'Pro' }),
  ];
  await expect(pro).toContainText('Current');
  await expect(pro).toContainText(
    new RegExp(`Renews on ${DAY} *Free until then, \\$50\\.00 a month after that`),
  );

  await standard.getByRole('button', { name: 'Switch to Standard' }).click();
  await page
    .getByRole('dialog', { name: 'Switch to Standard?' })
    .getByRole('button', { name: 'Switch to Standard' })
    .click();
  await expect(toast(page, 'successfully changed plan')).toBeVisible();
  await expect(standard).toContainText('Current');
  await expect.poll(async () => (await withPlan.me()).subscription_type).toBe('standard');

  await standard.getByRole('button', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel your subscription?' });
  await expect(dialog).toContainText(new RegExp(`You keep access to Standard until ${DAY}\\.`));
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(standard).toContainText(new RegExp(`Cancels on ${DAY}`));

  await standard.getByRole('button', { name: 'Re-subscribe' }).click();
  await expect(standard).toContainText(
    new RegExp(`Renews on ${DAY} *Free until then, \\$25\\.00 a month after that`),
  );

  await standard.getByRole('button', { name: 'Manage' }).click();
  await expect(page.getByRole('heading', { name: 'Your subscription' })).toBeVisible();
  await button(page, /^Change to .*Pro/).click();
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(pro).toContainText('Current');
});
