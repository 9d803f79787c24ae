/** A passkey: the user adds one, a program drafts a standing approval, and the user approves it with the passkey. */
import type { CDPSession, Page } from '@playwright/test';
import { noViolations } from './support/axe';
import { isoDay } from './support/days';
import { Program } from './support/program';
import { report } from './support/screen';
import { expect, test } from './support/test';
import { PASSWORD } from './support/users';

// An IP address has no passkeys.
test.use({
  baseURL: (process.env.BASE_URL ?? 'http://127.0.0.1:8000').replace('127.0.0.1', 'localhost'),
});

/** The authenticator of Chromium's protocol, which has a fingerprint or not. */
class Authenticator {
  private constructor(
    private readonly session: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  static async addTo(page: Page): Promise<Authenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Authenticator(session, authenticatorId);
  }

  async verifyUser(isUserVerified: boolean): Promise<void> {
    const { authenticatorId } = this;
    await this.session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  }
}

test('a user with a passkey approves only with it', async ({
  page,
  request,
  users,
  restaurants,
}) => {
  const owner = await users.withPlan('keyholder', 'standard');
  const place = restaurants.next();
  const date = isoDay(9);
  const program = new Program(request, await owner.createKey(['requests:write']));
  const terms = {
    restaurants: [place.id],
    smallest_party: 2,
    largest_party: 2,
    first_date: date,
    last_date: date,
    earliest_time: '18:00',
    latest_time: '21:00',
    days: 20,
  };
  const draft = async (tables: number) => {
    const { data } = await program.call('draft_mandate', { ...terms, tables });
    return data?.mandate.id ?? 0;
  };
  const file = (mandate: number) =>
    program.call('file_request', {
      reservation: {
        snipe_type: 'cancel',
        venues: [{ id: place.id }],
        party_size: 2,
        dates: [date],
        start_time: '18:30',
        end_time: '20:30',
      },
      mandate,
    });
  const device = await Authenticator.addTo(page);

  await owner.openPage(page, '/profile?tab=password');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await expect(passkeys.getByText('You have no passkeys.')).toBeVisible();
  await passkeys.getByRole('button', { name: 'Add passkey' }).click();
  const form = page.getByRole('dialog', { name: 'Add a passkey' });
  await form.getByLabel('Name').fill('My phone');
  await form.getByLabel('Your password').fill(PASSWORD);
  await noViolations(page);
  await page.keyboard.press('Enter');
  await expect(report(page, 'Your passkey is added.')).toBeAttached();
  await expect(passkeys.getByText('Never used')).toBeVisible();
  // Otherwise the header may cover a part of a button.
  await page.evaluate(() => {
    window.scrollTo(0, 0);
  });
  await noViolations(page);

  const [refused, approved] = [await draft(1), await draft(2)];
  const approve = page.getByRole('button', { name: 'Approve' });
  await device.verifyUser(false);
  await page.goto(`/mandates/${refused}`);
  await expect(page.getByText('Your device asks for your passkey')).toBeVisible();
  await noViolations(page);
  await approve.click();
  await expect(page.getByText("Your device didn't confirm it")).toBeVisible();
  await noViolations(page);
  expect((await file(refused)).error?.code).toBe('mandate_not_valid');

  await device.verifyUser(true);
  await page.goto(`/mandates/${approved}`);
  await approve.click();
  await expect(page.getByText('You approved this.')).toBeVisible();
  expect((await file(approved)).error).toBeUndefined();
  const { data } = await program.call('get_mandate', { mandate_id: refused });
  expect(data?.mandate.state).toBe('draft');

  await page.getByRole('link', { name: 'See your approvals' }).click();
  await expect(passkeys.getByText(/^Last used /)).toBeVisible();
  await passkeys.getByRole('button', { name: 'Remove My phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove My phone?' });
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await noViolations(page);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(passkeys.getByText('You have no passkeys.')).toBeVisible();
});

test.describe('at an IP address', () => {
  test.use({ baseURL: process.env.BASE_URL ?? 'http://127.0.0.1:8000' });

  test('the page says why it has no passkeys', async ({ page, users }) => {
    const owner = await users.signUp('numbers');
    await owner.openPage(page, '/profile?tab=password');
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await expect(passkeys.getByText("Passkeys don't work at 127.0.0.1.")).toBeVisible();
    await expect(passkeys.getByRole('button', { name: 'Add passkey' })).toBeHidden();
  });
});
