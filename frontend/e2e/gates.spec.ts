/** What a user without Pro cannot do, what each gate says, and where its button leads (specification §6). */
import { dayText, isoDay, twoDaysOfOneMonth } from './support/days';
import {
  button,
  chooseDay,
  fillRequest,
  findVenueCard,
  reserve,
  ticketOf,
  toast,
  visibleText,
} from './support/screen';
import { grant } from './support/staff';
import { expect, test } from './support/test';
import { expectToastBeside } from './support/toasts';

const PRO = 'This Feature is Available for Pro Subscribers';
const SUBSCRIPTIONS = 'Subscriptions';

test('Standard in the listing: premium restaurants and Select require Pro', async ({
  page,
  users,
  restaurants,
}) => {
  const withPlan = await users.withPlan('listing-gates', 'standard');
  const [premium, plain] = [restaurants.next({ premium: true }), restaurants.next()];
  const dialog = page.getByRole('dialog', { name: PRO });
  await withPlan.openPage(page, '/');

  const locked = await findVenueCard(page, premium);
  await expect(locked.getByText('Requires PRO Subscription').first()).toBeVisible();
  await locked.getByRole('button', { name: 'Reserve' }).click();
  await dialog.getByRole('button', { name: 'Upgrade to PRO' }).click();
  await expect(page.getByRole('dialog', { name: 'Switch to Pro?' })).toBeVisible();
  await button(page, 'Not now').click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const open = await findVenueCard(page, plain);
  await open.getByRole('button', { name: 'Select' }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await open.getByRole('link', { name: plain.venue_name }).click();
  await expect(page).toHaveURL(new RegExp(`/restaurant/${plain.id}$`));
  // The address changes before the page: until then the list has a sentence with the same words.
  await expect(page.getByRole('heading', { level: 1, name: plain.venue_name })).toBeVisible();
  await button(page, 'Party size: 2').click();
  await button(page, '4').click();
  await button(page, `Reserve ${plain.venue_name}`).click();
  await expect(page.getByRole('heading', { name: 'Add Reservation' })).toBeVisible();
  await expect(button(page, 'Party size: 4')).toBeVisible();
  await expect(button(page, `Restaurant: ${plain.venue_name}`)).toBeVisible();
});

test('Standard in the form: every Pro option says so and is not selected', async ({
  page,
  users,
  restaurants,
}) => {
  const withPlan = await users.withPlan('form-gates', 'standard');
  const [chosen, other] = [restaurants.next(), restaurants.next()];
  const premium = restaurants.next({ premium: true });
  const dialog = page.getByRole('dialog', { name: PRO });
  await withPlan.openPage(page, `/restaurant/${chosen.id}`);
  await button(page, /^Reserve/).click();
  const [date, secondDate] = twoDaysOfOneMonth(5);
  await fillRequest(page, { date });
  await chooseDay(page, secondDate);
  await expect(page.getByText(`${dayText(secondDate)} replaces ${dayText(date)}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: /chosen$/ })).toHaveCount(1);
  await expect(dialog).toHaveCount(0);

  const custom = page.getByRole('button', { name: /^Custom PRO/ });
  for (const gate of [
    button(page, /^Release Reservation PRO/),
    button(page, 'PRO Watch several places at once'),
    button(page, 'Any PRO'),
    custom.filter({ hasText: '1 to 10 guests' }),
    button(page, `PRO Keep both ${dayText(date)} and ${dayText(secondDate)}`),
    custom.filter({ hasText: 'Any start and end' }),
    page.getByRole('switch', { name: 'Override Current Reservation PRO' }),
  ]) {
    await gate.click();
    await expect(dialog.getByRole('button', { name: 'Upgrade to PRO' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(gate).toBeFocused();
  }
  await expect(button(page, /^Canceled Reservation/)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('switch', { name: /^Override/ })).not.toBeChecked();

  const adding = page.getByRole('dialog', { name: 'Add Restaurant' });
  await button(page, 'Add Restaurant').click();
  await adding.getByRole('searchbox').fill(premium.venue_name);
  await adding
    .getByRole('button', { name: premium.venue_name })
    .filter({ hasText: 'Requires PRO Subscription' })
    .click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, 'Add Restaurant').click();
  await adding.getByRole('searchbox').fill(other.venue_name);
  await adding.getByRole('button', { name: other.venue_name }).click();
  await button(page, 'Confirm').click();
  await expect(
    button(page, `PRO Keep both ${chosen.venue_name} and ${other.venue_name}`),
  ).toBeVisible();

  // The restaurant's page continues the draft, and its ticket files it without the form.
  await page.goto(`/restaurant/${chosen.id}`);
  await button(page, 'Watch this table').click();
  await expect(ticketOf(page, chosen, secondDate)).toBeVisible();
});

test('without an account at its platform a restaurant asks to connect it', async ({
  page,
  users,
  restaurants,
}) => {
  const withPlan = await users.withPlan('account-gates', 'standard');
  const [resy, elsewhere] = [restaurants.next(), restaurants.next({ source: 'opentable' })];
  await withPlan.openPage(page, '/');
  const card = await findVenueCard(page, elsewhere);
  await card.getByRole('button', { name: 'Reserve' }).click();
  await expect(page.getByRole('dialog', { name: 'Connect your OpenTable account' })).toBeVisible();
  await button(page, 'Not now').click();

  await page.goto('/reservations/add-reservation');
  await button(page, /^Restaurant:/).click();
  const adding = page.getByRole('dialog', { name: 'Add Restaurant' });
  await adding.getByRole('searchbox').fill(elsewhere.venue_name);
  await adding.getByRole('button', { name: elsewhere.venue_name }).click();
  await expect(
    page.getByText(
      'You do not have OpenTable account connected so you can not select this restaurant.',
    ),
  ).toBeVisible();
  await button(page, 'Back').click();
  await adding.getByRole('searchbox').fill(resy.venue_name);
  await adding.getByRole('button', { name: resy.venue_name }).click();
  await button(page, 'Confirm').click();
  await expect(button(page, `Restaurant: ${resy.venue_name}`)).toBeVisible();

  await page.goBack();
  const again = await findVenueCard(page, elsewhere);
  await again.getByRole('button', { name: 'Reserve' }).click();
  await page.getByRole('link', { name: 'Connect OpenTable' }).click();
  await expect(page).toHaveURL(/connect-accounts/);
});

test('without a plan Reserve and Select offer the free trial, and leaving Stripe keeps the selection', async ({
  page,
  users,
  restaurants,
}) => {
  const signUp = await users.signUp('no-plan');
  await signUp.connectResy();
  const dialog = page.getByRole('dialog', { name: SUBSCRIPTIONS });
  await signUp.openPage(page, '/');
  const place = restaurants.next();
  const card = await findVenueCard(page, place);
  await card.getByRole('button', { name: 'Select' }).click();
  await expect(dialog.getByRole('button', { name: 'Start Free Trial' })).toHaveCount(2);
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Reserve' }).click();
  await dialog.getByRole('button', { name: 'Start Free Trial' }).first().click();
  await page.getByRole('button', { name: 'Abandon: go back' }).click();
  await expect(toast(page, 'You left the checkout. Nothing was charged.')).toBeVisible();
  await expectToastBeside(page);
  await expect(page).toHaveURL((url) => url.searchParams.get('query') === place.venue_name);
  await expect(page.getByRole('button', { name: `Remove ${place.venue_name}` })).toBeVisible();
});

test('Standard is limited to five requests, and a VIP is not', async ({
  page,
  browser,
  users,
  restaurants,
}) => {
  const withPlan = await users.withPlan('limit', 'standard');
  const [place, sixth] = [restaurants.next(), restaurants.next()];
  for (let day = 3; day < 8; day += 1) await withPlan.fileRequest({ place, date: isoDay(day) });

  await withPlan.openPage(page, `/restaurant/${sixth.id}`);
  await button(page, /^Reserve/).click();
  await fillRequest(page, { date: isoDay(9) });
  await expect(visibleText(page, '6 of 5 reservation requests used')).toBeVisible();
  await expect(button(page, 'Reserve')).toBeDisabled();

  await grant(browser, withPlan, 'Is vip');
  await page.reload();
  await expect(visibleText(page, '6 reservation requests used')).toBeVisible();
  await reserve(page);
  await expect(ticketOf(page, sixth)).toBeVisible();
});
