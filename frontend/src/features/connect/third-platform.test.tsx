/** A platform of which no code knows the key: only the list of the platforms has it. */
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Platform, ReservationSource, User } from '@/api/types';
import { setPlatforms } from '@/entities/platform/platforms';
import { selection, toSelected } from '@/entities/venue/selection';
import { user as userFixture, VENUES } from '@/testing/fixtures';
import { refusal } from '@/testing/handlers';
import { PLATFORMS } from '@/testing/platforms';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { acceptRequests, ADDRESS, fill, reserve } from '@/testing/wizard';

const KEY = 'bistro' as ReservationSource;
const BISTRO: Platform = {
  key: KEY,
  name: 'Bistro',
  home_url: 'https://bistro.example',
  link_hosts: ['bistro.example'],
  sign_in: ['password'],
  offers_release: false,
  takes_note: false,
};
const ACCOUNT: User['platform_accounts'][number] = {
  id: 5,
  platform: KEY,
  username: 'maya@example.com',
  display_name: 'Maya Okafor',
  is_concierge: false,
  status: 'connected',
  verified_at: '2026-11-20T12:00:00.000Z',
  cards: [],
};

/** The user, whose account at the platform changes with the calls. */
function serve(accounts: User['platform_accounts']): unknown[] {
  let now = accounts;
  const calls: unknown[] = [];
  server.use(
    http.get('/api/users/me/', () => HttpResponse.json(userFixture({ platform_accounts: now }))),
    http.post('/api/platforms/bistro/login/', async ({ request }) => {
      calls.push(await request.json());
      now = [ACCOUNT];
      return HttpResponse.json({ message: 'Successfully connected', account: ACCOUNT });
    }),
    http.post('/api/platforms/bistro/logout/', async ({ request }) => {
      calls.push(await request.json());
      now = [];
      return HttpResponse.json({ message: 'Successfully disconnected' });
    }),
  );
  return calls;
}

const card = () => within(screen.getByRole('region', { name: 'Bistro' }));

beforeEach(() => {
  setPlatforms([...PLATFORMS, BISTRO]);
});

afterEach(() => {
  setPlatforms(PLATFORMS);
});

test('has a card, and an account there is connected and disconnected', async () => {
  const calls = serve([]);
  const { user } = await renderApp('/connect-accounts');
  expect(await screen.findByText(/Bistro restaurants a Bistro account\./)).toBeInTheDocument();
  expect(card().queryByRole('button', { name: 'Sign in with a code' })).not.toBeInTheDocument();
  await user.type(card().getByLabelText('Bistro email'), 'maya@example.com');
  await user.type(card().getByLabelText('Bistro password'), 'table-for-two{Enter}');
  await screen.findByText('Your Bistro account successfully connected.');
  await user.click(card().getByRole('button', { name: /^Disconnect/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Disconnect this Bistro account?' });
  await user.click(within(dialog).getByRole('button', { name: 'Disconnect' }));
  expect(await card().findByLabelText('Bistro email')).toBeInTheDocument();
  expect(calls).toEqual([
    { email: 'maya@example.com', password: 'table-for-two' },
    { accountId: 5 },
  ]);
});

test('says that it refused the password, and offers no code', async () => {
  serve([]);
  server.use(
    http.post('/api/platforms/bistro/login/', () => refusal(400, 'bistro_refused', 'No.')),
  );
  const { user } = await renderApp('/connect-accounts');
  await screen.findByRole('region', { name: 'Bistro' });
  await user.type(card().getByLabelText('Bistro email'), 'maya@example.com');
  await user.type(card().getByLabelText('Bistro password'), 'wrong{Enter}');
  expect(await card().findByRole('alert')).toHaveTextContent(
    /^Email and password do not match.*Check that you can log in at Bistro .*, then try again\.$/,
  );
  await screen.findByText('Unable to connect Bistro account: invalid email or password');
});

test('sends a code where its list says so', async () => {
  setPlatforms([...PLATFORMS, { ...BISTRO, sign_in: ['code_to_email'] }]);
  serve([]);
  const sent: unknown[] = [];
  server.use(
    http.post('/api/platforms/bistro/send_code/', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ message: 'Bistro sent a code.', correlation_id: 'c-1' });
    }),
    http.post('/api/platforms/bistro/confirm_code/', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ message: 'Connected', account: ACCOUNT, challenge: null });
    }),
  );
  const { user } = await renderApp('/connect-accounts');
  await user.type(await screen.findByLabelText('Bistro email'), 'maya@example.com{Enter}');
  await user.type(await card().findByLabelText('Code'), '4821{Enter}');
  await screen.findByText('Successfully connected');
  expect(sent).toEqual([{ email: 'maya@example.com' }, { code: '4821', correlation_id: 'c-1' }]);
});

test('is chosen for a request at one of its restaurants', async () => {
  serve([ACCOUNT]);
  const sent = acceptRequests();
  const [venue] = VENUES;
  if (venue === undefined) throw new RangeError('No venue fixture');
  selection.replace([toSelected({ ...venue, reservation_source: KEY })]);
  const app = await renderApp(ADDRESS);
  await fill(app);
  await app.user.click(reserve());
  await waitFor(() => {
    expect(sent[0]).toMatchObject({
      selectedResyAccount: null,
      selectedOpenTableAccount: null,
      selectedAccounts: { bistro: 5 },
    });
  });
});
