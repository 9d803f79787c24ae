import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { liveServer } from '@/testing/fake-socket';
import { user } from '@/testing/fixtures';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const serve = (tier: 'standard' | 'premium') => {
  server.use(
    http.get('/api/users/me/', () => HttpResponse.json(user({ subscription_type: tier }))),
  );
};

test('a plan that changed in another tab opens its gates here without a notification', async () => {
  serve('standard');
  await renderApp('/venues/top-picks/');
  const locked = () => screen.queryAllByText('Requires PRO Subscription', { selector: 'p' });
  await waitFor(() => {
    expect(locked().length).toBeGreaterThan(0);
  });
  await liveServer.admit({ seq: 18 });
  serve('premium');
  await liveServer.send({
    seq: 19,
    type: 'user.changed',
    at: '2026-11-20T19:04:13.000Z',
    what: 'plan',
  });
  await waitFor(() => {
    expect(locked()).toEqual([]);
  });
  expect(screen.getByRole('button', { name: 'Notifications, 3 new' })).toBeInTheDocument();
});
