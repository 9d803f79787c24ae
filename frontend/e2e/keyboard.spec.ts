/** A new user's way to the first table by the keyboard alone. */
import { dayName, isoDay } from './support/days';
import { enterOn, tabTo, typeInto } from './support/keys';
import { newEmail, newPhone, PASSWORD, RESY_PASSWORD } from './support/users';
import { button, ticketOf } from './support/screen';
import { expect, test } from './support/test';

test('from sign-up to the first table without a pointer', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  const email = newEmail('keyboard');
  const place = restaurants.next();
  const date = isoDay(5);

  await test.step('signs up', async () => {
    await page.goto('/signup');
    await typeInto(page, page.getByLabel('First name'), 'Kit');
    await typeInto(page, page.getByLabel('Last name'), 'Keyes');
    await typeInto(page, page.getByLabel('Email'), email);
    await typeInto(page, page.getByLabel('Phone', { exact: true }), newPhone());
    await typeInto(page, page.getByLabel('Password', { exact: true }), PASSWORD);
    await typeInto(page, page.getByLabel('Repeat password'), PASSWORD);
    await tabTo(page, page.getByRole('checkbox'));
    await page.keyboard.press('Space');
    await enterOn(page, page.getByRole('button', { name: 'Sign up' }));
    await expect(page).toHaveURL(/connect-accounts/);
    await users.signedUpOn(page, email);
  });

  await test.step('connects Resy', async () => {
    await typeInto(page, page.getByLabel('Resy email'), email);
    await typeInto(page, page.getByLabel('Resy password'), RESY_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your Resy account successfully connected.')).toBeVisible();
    await enterOn(page, page.getByRole('link', { name: 'Continue' }));
  });

  const search = page.getByRole('searchbox', { name: 'Search restaurants' });
  const reserve = page
    .getByRole('region', { name: 'All Restaurants' })
    .getByRole('article', { name: place.venue_name, exact: true })
    .getByRole('button', { name: 'Reserve' });

  await test.step('skips the plans, and is asked for one by a restaurant', async () => {
    await enterOn(page, page.getByRole('link', { name: /^Skip for now/ }));
    await typeInto(page, search, place.venue_name);
    await enterOn(page, reserve);
    await enterOn(page, page.getByRole('button', { name: 'Start Free Trial' }).first());
    await enterOn(page, page.getByRole('button', { name: 'Start trial' }));
    await expect(page.getByText('Your Standard trial has started.')).toBeVisible();
  });

  await test.step('chooses and files', async () => {
    await enterOn(page, page.getByRole('link', { name: 'Continue your request' }));
    await enterOn(page, button(page, '2'));
    await tabTo(page, page.getByRole('grid').locator('[tabindex="0"]'));
    // Day by day, because the calendar shows the next month only when the focus enters it.
    for (let ahead = 1; ahead <= 5; ahead += 1) {
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('button', { name: dayName(isoDay(ahead)) })).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await enterOn(page, button(page, /^Prime/));
    await enterOn(page, button(page, 'Reserve'));
    await expect(page).toHaveURL(/\/reservations$/);
  });

  await test.step('sees it booked and reads its timeline', async () => {
    const ticket = ticketOf(page, place);
    await expect(ticket).toContainText('Watching');
    await inventory.free(place, { date, time: '19:30' });
    await expect(ticket).toHaveAttribute('data-status', 'confirmed');
    await enterOn(page, ticket.getByRole('button', { name: /^Timeline/ }));
    await expect(page.getByText(/^booked · 7:30 PM/)).toBeVisible();
    await enterOn(page, page.getByRole('button', { name: 'Close timeline' }));
    await expect(ticket.getByRole('button', { name: /^Timeline/ })).toBeFocused();
  });
});
