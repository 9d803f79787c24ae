import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { openExternalUrl } from '@/lib/external-url';
import { selection } from '@/entities/venue/selection';
import { answersWith, newcomer, onPro } from '@/testing/billing';
import { user as userFixture } from '@/testing/fixtures';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

it('a payment at a gate continues with that restaurant', async () => {
  server.use(
    http.get('/api/users/me/', () => HttpResponse.json(userFixture({ subscription_type: 'none' }))),
    answersWith(newcomer),
  );
  const leaving = await renderApp('/');
  await leaving.user.click(await screen.findByRole('button', { name: 'Reserve Vesper' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Subscriptions' }));
  await leaving.user.click(
    within(await dialog.findByRole('article', { name: 'Pro' })).getByRole('button'),
  );
  await waitFor(() => {
    expect(openExternalUrl).toHaveBeenCalledOnce();
  });
  await waitFor(() => {
    expect(selection.get().map(({ venue_name }) => venue_name)).toEqual(['Vesper']);
  });
  leaving.unmount();

  server.use(
    http.get('/api/users/me/', () =>
      HttpResponse.json(userFixture({ subscription_type: 'premium' })),
    ),
    answersWith(onPro),
  );
  const { router } = await renderApp('/profile?tab=subscription&checkout=success');
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/reservations/add-reservation');
  });
});
