/** What a user without Pro cannot do, what each gate says, and where its button leads (specification §6). */
import { isoDay, twoDaysOfOneMonth } from './support/days';
import { button, chooseDay, fillIn, lookUp, reserve, ticketOf, words } from './support/screen';
import { grant } from './support/staff';
import { expect, test } from './support/test';

const PRO = 'This Feature is Available for Pro Subscribers';
const SUBSCRIPTIONS = 'Subscriptions';

test('a Standard diner at the listing: premium restaurants and Select ask for Pro', async ({
  page,
  cast,
  town,
}) => {
  const diner = await cast.diner('listing-gates', 'standard');
  const [premium, plain] = [town.next({ premium: true }), town.next()];
  const dialog = page.getByRole('dialog', { name: PRO });
  await diner.enter(page, '/');

  const locked = await lookUp(page, premium);
  await expect(locked.getByText('Requires PRO Subscription').first()).toBeVisible();
  await expect(locked.getByRole('button', { name: 'Reserve' })).toHaveCount(0);
  await locked.getByRole('button', { name: 'See plans' }).click();
  await dialog.getByRole('button', { name: 'Upgrade to PRO' }).click();
  await expect(page.getByRole('dialog', { name: 'Switch to Pro?' })).toBeVisible();
  await button(page, 'Not now').click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const open = await lookUp(page, plain);
  await open.getByRole('button', { name: 'Select' }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await open.getByRole('link', { name: plain.venue_name }).click();
  await expect(page).toHaveURL(new RegExp(`/restaurant/${plain.id}$`));
  await button(page, `Reserve ${plain.venue_name}`).click();
  await expect(page.getByRole('heading', { name: 'Add Reservation' })).toBeVisible();
  await expect(page.getByRole('button', { name: `Remove ${plain.venue_name}` })).toBeVisible();
});

test('a Standard diner in the form: every Pro option says so and is not chosen', async ({
  page,
  cast,
  town,
}) => {
  const diner = await cast.diner('form-gates', 'standard');
  const [chosen, premium] = [town.next(), town.next({ premium: true })];
  const dialog = page.getByRole('dialog', { name: PRO });
  await diner.enter(page, `/restaurant/${chosen.id}`);
  await button(page, /^Reserve/).click();
  const [date, secondDate] = twoDaysOfOneMonth(5);
  await fillIn(page, { date });
  await chooseDay(page, secondDate);
  await expect(dialog.getByRole('button', { name: 'Upgrade to PRO' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /chosen$/ })).toHaveCount(1);

  const custom = page.getByRole('button', { name: /^Custom PRO/ });
  for (const gate of [
    button(page, /^Release Reservation PRO/),
    button(page, 'PRO Watch several places at once'),
    button(page, 'Add Restaurant'),
    button(page, 'Any PRO'),
    custom.filter({ hasText: '1 to 10 guests' }),
    button(page, 'PRO Choose several dates'),
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
  await expect(page.getByRole('switch')).not.toBeChecked();

  await button(page, `Remove ${chosen.venue_name}`).click();
  await button(page, 'Add Restaurant').click();
  const adding = page.getByRole('dialog', { name: 'Add Restaurant' });
  await adding.getByRole('searchbox').fill(premium.venue_name);
  await adding
    .getByRole('button', { name: premium.venue_name })
    .filter({ hasText: 'Requires PRO Subscription' })
    .click();
  await expect(dialog).toBeVisible();
});

test('without an account at its platform a restaurant asks to connect it', async ({
  page,
  cast,
  town,
}) => {
  const diner = await cast.diner('account-gates', 'standard');
  const [resy, elsewhere] = [town.next(), town.next({ source: 'opentable' })];
  await diner.enter(page, '/');
  const card = await lookUp(page, elsewhere);
  await expect(card.getByText('Needs your OpenTable account').first()).toBeVisible();
  await card.getByRole('button', { name: 'Connect OpenTable' }).click();
  await expect(page.getByRole('dialog', { name: 'Connect your OpenTable account' })).toBeVisible();
  await button(page, 'Not now').click();

  await page.goto('/reservations/add-reservation');
  await button(page, 'Add Restaurant').click();
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
  await expect(button(page, `Remove ${resy.venue_name}`)).toBeVisible();

  await page.goBack();
  const again = await lookUp(page, elsewhere);
  await again.getByRole('button', { name: 'Connect OpenTable' }).click();
  await page.getByRole('link', { name: 'Connect OpenTable' }).click();
  await expect(page).toHaveURL(/connect-accounts/);
});

test('without a plan Reserve and Select offer the free trial, and leaving Stripe costs nothing', async ({
  page,
  cast,
  town,
}) => {
  const newcomer = await cast.newcomer('no-plan');
  await newcomer.connectResy();
  const dialog = page.getByRole('dialog', { name: SUBSCRIPTIONS });
  await newcomer.enter(page, '/');
  const card = await lookUp(page, town.next());
  await card.getByRole('button', { name: 'Select' }).click();
  await expect(dialog.getByRole('button', { name: 'Start Free Trial' })).toHaveCount(2);
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Reserve' }).click();
  await dialog.getByRole('button', { name: 'Start Free Trial' }).first().click();
  await page.getByRole('button', { name: 'Abandon: go back' }).click();
  await expect(page.getByText('You left the checkout. Nothing was charged.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Free Trial' })).toHaveCount(2);
});

test('five requests are all that Standard holds, and a vip goes on', async ({
  page,
  browser,
  cast,
  town,
}) => {
  const diner = await cast.diner('limit', 'standard');
  const [place, sixth] = [town.next(), town.next()];
  for (let day = 3; day < 8; day += 1) await diner.file({ place, date: isoDay(day) });

  await diner.enter(page, `/restaurant/${sixth.id}`);
  await button(page, /^Reserve/).click();
  await fillIn(page, { date: isoDay(9) });
  await expect(words(page, '6 of 5 reservation requests used')).toBeVisible();
  await expect(button(page, 'Reserve')).toBeDisabled();

  await grant(browser, diner, 'Is vip');
  await page.reload();
  await expect(words(page, '6 reservation requests used')).toBeVisible();
  await reserve(page);
  await expect(ticketOf(page, sixth)).toBeVisible();
});
