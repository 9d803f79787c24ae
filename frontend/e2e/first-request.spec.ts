/** From the landing page to the first request by the keyboard alone, with few presses, wide and at 390 px. */
import { countPresses, enterOn, tabTo, typeInto } from './support/keys';
import { button } from './support/screen';
import { expect, test } from './support/test';
import { newEmail, newPhone, PASSWORD, RESY_PASSWORD } from './support/users';

/** Tab, Enter, Space and arrow keys; typed text does not count. */
const MOST_PRESSES = 60;

test('the first request takes at most 60 key presses besides typing', async ({
  page,
  users,
  restaurants,
}, { annotations }) => {
  const email = newEmail('presses');
  const place = restaurants.next();
  const presses = countPresses(page);
  const note = (type: string) => annotations.push({ type, description: String(presses()) });

  await test.step('signs up', async () => {
    await page.goto('/');
    await enterOn(page, page.getByRole('link', { name: 'Start your free trial' }).first());
    await expect(page.getByLabel('First name')).toBeFocused();
    note('sign-up opened');
    await typeInto(page, page.getByLabel('First name'), 'Kim');
    await typeInto(page, page.getByLabel('Last name'), 'Keyes');
    await typeInto(page, page.getByLabel('Email'), email);
    await typeInto(page, page.getByLabel('Phone', { exact: true }), newPhone());
    await typeInto(page, page.getByLabel('Password', { exact: true }), PASSWORD);
    await typeInto(page, page.getByLabel('Repeat password'), PASSWORD);
    await tabTo(page, page.getByRole('checkbox'));
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/connect-accounts/);
    await users.signedUpOn(page, email);
    note('signed up');
  });

  await test.step('connects Resy', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await typeInto(page, page.getByLabel('Resy email'), email);
    await typeInto(page, page.getByLabel('Resy password'), RESY_PASSWORD);
    await page.keyboard.press('Enter');
    const notice = page.getByRole('status').filter({ hasText: 'successfully connected' });
    await expect(notice.getByRole('link', { name: 'Choose a plan' })).toBeFocused();
    await page.keyboard.press('Enter');
    note('connected');
  });

  await test.step('starts the trial', async () => {
    await expect(page.getByRole('heading', { name: 'Choose a plan' })).toBeFocused();
    await enterOn(page, page.getByRole('button', { name: 'Start Free Trial' }).first());
    await enterOn(page, page.getByRole('button', { name: 'Start trial' }));
    await expect(
      page.getByRole('heading', { name: 'Which restaurant should we watch?' }),
    ).toBeFocused();
    note('trial started');
  });

  await test.step('finds the restaurant', async () => {
    const search = page.getByRole('searchbox', { name: 'Search restaurants' });
    await typeInto(page, search, place.venue_name);
    await page.keyboard.press('Enter');
    const card = page
      .getByRole('region', { name: 'All Restaurants' })
      .getByRole('article', { name: place.venue_name, exact: true });
    await expect(card.getByRole('link', { name: place.venue_name })).toBeFocused();
    await enterOn(page, card.getByRole('button', { name: 'Reserve' }));
    note('restaurant chosen');
  });

  await test.step('changes the party and files the request', async () => {
    await expect(page.getByRole('heading', { name: 'Add Reservation' })).toBeFocused();
    await enterOn(page, button(page, 'Got it'));
    // The sentence is complete: two at prime time on the coming Friday.
    await expect(page.getByRole('heading', { name: 'Add Reservation' })).toBeFocused();
    await enterOn(page, button(page, 'Party size: 2'));
    // On a busy machine the choices are painted before they take the keys.
    await expect(button(page, '2')).toBeFocused();
    await enterOn(page, button(page, '4'));
    await expect(button(page, 'Party size: 4')).toBeFocused();
    await enterOn(page, button(page, 'Reserve'));
    await expect(page).toHaveURL(/\/reservations$/);
    note('filed');
  });

  expect(presses()).toBeLessThanOrEqual(MOST_PRESSES);
});
