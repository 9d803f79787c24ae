import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { expectFocus } from '@/testing/focus';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { aRule, servesRules } from '@/testing/weekly';

const section = () => screen.findByRole('region', { name: /^Every week/ });

test('a weekly rule says when, until when, and what is filed next', async () => {
  server.use(
    ...servesRules([
      aRule({ venue_names: ['Petit Quai', 'Vesper'], weekdays: [4, 5], notify_only: true }),
    ]),
  );
  await renderApp('/reservations');
  const row = within(await section()).getByRole('listitem');
  expect(within(row).getByRole('heading')).toHaveTextContent('Petit Quai and Vesper');
  expect(row).toHaveTextContent(
    'Every Fri and Sat, 6:30 – 8:30 PM, for 2, notify only, until Fri, Jan 29, 2027',
  );
  expect(row).toHaveTextContent('Next: Fri, Dec 4, filed on Fri, Nov 27.');
});

test('a rule of release requests says when the book opens and when its request is filed', async () => {
  const release = aRule({
    snipe_type: 'release',
    continue_as_cancel: true,
    next_dates: ['2027-01-08'],
    files_on: '2026-12-08',
    next_release_at: '2026-12-09T15:00:00.000Z',
  });
  server.use(...servesRules([release]));
  await renderApp('/reservations');
  const row = within(await section()).getByRole('listitem');
  expect(row).toHaveTextContent('for 2, at the release, then from cancellations, until');
  expect(row).toHaveTextContent(
    'Next: Fri, Jan 8, 2027. The book opens on Wed, Dec 9, 10:00 AM (EST); we file the request on Tue, Dec 8.',
  );
});

test.each([
  [true, 'The book is already open, so we file a request for cancellations.'],
  [false, "The book is already open, so we won't file a request."],
])('a date that is open already, with cancellations %s', async (continues, text) => {
  server.use(...servesRules([aRule({ snipe_type: 'release', continue_as_cancel: continues })]));
  await renderApp('/reservations');
  expect(await section()).toHaveTextContent(text);
});

test('without a rule the page has no such section', async () => {
  await renderApp('/reservations');
  await screen.findAllByRole('article');
  await waitFor(() => {
    expect(screen.queryByRole('region', { name: /^Every week/ })).not.toBeInTheDocument();
  });
});

test('a refused week says why', async () => {
  const message = "Your Resy account isn't connected.";
  server.use(
    ...servesRules([
      aRule({ refused: { week: '2026-11-30', at: '2026-11-27T05:00:00.000Z', message } }),
    ]),
  );
  await renderApp('/reservations');
  expect(await section()).toHaveTextContent(`Not filed: ${message}`);
});

test('a rule is paused, made active again and ended', async () => {
  server.use(...servesRules([aRule(), aRule({ id: 4, venue_names: ['Vesper'] })]));
  const { user } = await renderApp('/reservations');
  const list = within(await section());
  await user.click(list.getByRole('button', { name: 'Pause the weekly request at Petit Quai' }));
  expect(await list.findByText("Paused. We won't file new requests.")).toBeInTheDocument();
  await user.click(list.getByRole('button', { name: 'Unpause the weekly request at Petit Quai' }));
  await list.findByRole('button', { name: 'Pause the weekly request at Petit Quai' });
  await user.click(list.getByRole('button', { name: 'End the weekly request at Petit Quai' }));
  await waitFor(() => {
    expect(list.getAllByRole('listitem')).toHaveLength(1);
  });
  await expectFocus(() => list.getByRole('heading', { level: 2 }));
  // A toast is drawn a moment after the list.
  expect(
    await screen.findByText('Weekly request ended. The requests that it filed stay.'),
  ).toBeVisible();
});

test('an answer that takes long does not bring back a rule that was ended meanwhile', async () => {
  let rules = [aRule(), aRule({ id: 4, venue_names: ['Vesper'] })];
  server.use(
    http.get('/api/weekly-rules/', () => HttpResponse.json({ rules })),
    http.post('/api/weekly-rules/:id/pause/', async () => {
      rules = rules.map((rule) => (rule.id === 3 ? { ...rule, status: 'paused' as const } : rule));
      const answer = { rules };
      await delay(200);
      return HttpResponse.json(answer);
    }),
    http.delete('/api/weekly-rules/:id/', () => {
      rules = rules.filter(({ id }) => id !== 4);
      return HttpResponse.json({ rules });
    }),
  );
  const { user } = await renderApp('/reservations');
  const list = within(await section());
  await user.click(list.getByRole('button', { name: 'Pause the weekly request at Petit Quai' }));
  await user.click(list.getByRole('button', { name: 'End the weekly request at Vesper' }));
  await screen.findByText('Weekly request paused.');
  await screen.findByText('Weekly request ended. The requests that it filed stay.');
  expect(list.getAllByRole('listitem')).toHaveLength(1);
  expect(list.getByText("Paused. We won't file new requests.")).toBeInTheDocument();
});

test('a refused action says why and loads the rules again', async () => {
  server.use(
    http.post('/api/weekly-rules/:id/pause/', () =>
      refusal(409, 'over', 'This weekly request is over.'),
    ),
    ...servesRules([aRule()]),
  );
  const { user } = await renderApp('/reservations');
  const list = within(await section());
  server.use(http.get('/api/weekly-rules/', () => HttpResponse.json({ rules: [] })));
  await user.click(list.getByRole('button', { name: /^Pause/ }));
  expect(await screen.findByText('This weekly request is over.')).toBeVisible();
  await waitFor(() => {
    expect(screen.queryByRole('region', { name: /^Every week/ })).not.toBeInTheDocument();
  });
});

test('rules that do not load can be loaded again', async () => {
  server.use(http.get('/api/weekly-rules/', () => refusal(503, 'down', 'Try again later.')));
  const { user } = await renderApp('/reservations');
  const failed = await screen.findByText("Your weekly requests didn't load.");
  server.use(...servesRules([aRule()]));
  const alert = failed.closest('[role=alert]');
  await user.click(within(alert as HTMLElement).getByRole('button', { name: 'Try Again' }));
  expect(await section()).toHaveTextContent('Petit Quai');
});
