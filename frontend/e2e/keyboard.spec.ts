/** A new user's way from the plans to the first table by the keyboard alone; first-request.spec.ts begins at sign-up. */
import { comingFriday } from '../src/features/request-form/draft/first-draft';
import { addIsoDays, today } from '../src/lib/dates';
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
  const date = addIsoDays(comingFriday(today()), 1);
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
    await enterOn(page, button(page, /^Day:/));
    const calendar = page.getByRole('dialog', { name: 'Reservation Date' });
    await tabTo(page, calendar.getByRole('grid').locator('[tabindex="0"]'));
    // The offered Friday has the focus.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(calendar).toBeHidden();
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
