/** A new user's way from the plans to the first table by the keyboard alone; first-request.spec.ts begins at sign-up. */
import { dayName, isoDay } from './support/days';
import { enterOn, tabTo, typeInto } from './support/keys';
import { button, ticketOf, toast } from './support/screen';
import { expect, test } from './support/test';

test('from the plans to the first table without a pointer', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  const user = await users.signUp('keyboard');
  await user.connectResy();
  const place = restaurants.next();
  const date = isoDay(5);
  await user.openPage(page, '/choose-plan');

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
    await expect(toast(page, 'Your Standard trial has started.')).toBeVisible();
  });

  await test.step('chooses and files', async () => {
    await expect(page.getByRole('heading', { name: 'Add Reservation' })).toBeFocused();
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
