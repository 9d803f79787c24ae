/** A restaurant that Tablehawk does not know: its link is pasted into the search, and a request follows. */
import type { Locator, Page } from '@playwright/test';
import { noViolations } from './support/axe';
import { isoDay } from './support/days';
import { button, fillRequest, reserve } from './support/screen';
import { expect, test } from './support/test';
import type { TestUser } from './support/users';

/** Paste a link into the search of a new user with Resy and a plan. Return the restaurant's card. */
async function paste(page: Page, user: TestUser, link: string): Promise<Locator> {
  await user.connectResy();
  await user.subscribe('standard');
  await user.openPage(page, '/');
  await page.getByRole('searchbox', { name: 'Search restaurants' }).fill(link);
  const card = page.getByRole('region', { name: 'All Restaurants' }).getByRole('article');
  await expect(card).toHaveCount(1);
  return card;
}

test('a pasted link leads to an active request', async ({ page, users, inventory }) => {
  const [link = ''] = await inventory.fillChicago(2);
  const card = await paste(page, await users.signUp('link'), link);
  await noViolations(page);
  const name = (await card.getByRole('heading').innerText()).trim();
  await card.getByRole('button', { name: 'Reserve' }).click();
  await fillRequest(page, { date: isoDay(5) });
  await reserve(page);
  const ticket = page.getByRole('article').filter({ hasText: name });
  await expect(ticket).toContainText('Watching');
});

test('a link to a restaurant at Tock says what to do instead', async ({
  page,
  users,
  inventory,
}) => {
  const [, link = ''] = await inventory.fillChicago(2);
  await inventory.sellAtTock(link);
  const card = await paste(page, await users.signUp('tock'), link);
  await card.getByRole('button', { name: 'Reserve' }).click();
  await fillRequest(page, { date: isoDay(5) });
  await button(page, 'Reserve').click();
  // A toast says the same for a while.
  await expect(page.locator('.field-error')).toContainText(
    "sells its tables through Tock, where we can't book",
  );
  await expect(page.getByRole('link', { name: /page/i }).filter({ visible: true })).toHaveAttribute(
    'href',
    /^https:\/\/resy\.com\//,
  );
  await noViolations(page);
});
