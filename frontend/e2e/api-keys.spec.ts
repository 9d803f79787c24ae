/** An API key: created in the profile, used by a program within its scopes, and refused once it is revoked. */
import { noViolations } from './support/axe';
import { PASSWORD } from './support/users';
import { report } from './support/screen';
import { expect, test } from './support/test';

const READ = '/api/reservations/';

test('a key reads requests, files none, and ends when it is revoked', async ({
  page,
  request,
  users,
}) => {
  const owner = await users.signUp('programmer');
  await owner.openPage(page, '/profile?tab=password');
  const keys = page.getByRole('region', { name: 'API keys' });
  await expect(keys.getByText('You have no API keys.')).toBeVisible();
  await keys.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an API key' });
  await dialog.getByLabel('Name').fill('Kitchen display');
  await dialog.getByLabel('See your requests').check();
  await dialog.getByLabel('Ends in').selectOption('30 days');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await noViolations(page);
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  const created = page.getByRole('dialog', { name: 'Your new API key' });
  const key = await created.getByLabel('API key', { exact: true }).inputValue();
  expect(key).toMatch(/^thk_[0-9A-Za-z]{49}$/);
  await noViolations(page);
  await page.keyboard.press('Escape');
  await expect(created).toBeHidden();
  await expect(keys.getByText('Never used')).toBeVisible();

  const headers = { Authorization: `Bearer ${key}` };
  expect((await request.get(READ, { headers })).status()).toBe(200);
  const refused = await request.post(READ, { headers, data: { reservation: {} } });
  expect(refused.status()).toBe(403);
  const { code, message } = (await refused.json()) as { code: string; message: string };
  expect(code).toBe('scope_missing');
  expect(message).toContain('requests:write');
  expect((await request.get('/api/keys/', { headers })).status()).toBe(403);

  await page.reload();
  await expect(keys.getByText('Last used')).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);
  await noViolations(page);
  await keys.getByRole('button', { name: 'Revoke Kitchen display' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(report(page, 'That key no longer works.')).toBeAttached();
  await expect(keys.getByText('You have no API keys.')).toBeVisible();
  expect((await request.get(READ, { headers })).status()).toBe(401);
});
