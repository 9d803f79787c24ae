import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';
import { answersWith, subscription } from '@/testing/billing';
import { user as userFixture, VENUES } from '@/testing/fixtures';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const NAME = { name: 'Premium Restaurants' };

async function openDialog() {
  const app = await renderApp('/');
  await app.user.click(screen.getByRole('button', NAME));
  return { ...app, dialog: within(await screen.findByRole('dialog', NAME)) };
}

const answers = (answer: () => Response | Promise<never>) =>
  http.get('/api/venues/premium/', answer);

describe('the premium restaurants', () => {
  afterEach(() => {
    onlineManager.setOnline(true);
  });

  it('are all listed, each with a link to its page', async () => {
    const { dialog, user, router } = await openDialog();
    const names = VENUES.filter((venue) => venue.premium).map((venue) => venue.venue_name);
    const links = await dialog.findAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(names);
    expect(dialog.queryByRole('button', { name: 'See plans' })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('link', { name: 'Maison Orchard' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/restaurant/15');
      // It closes when its page is left.
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
  });

  it('tell users below Pro which plan they need, and link to it', async () => {
    server.use(
      answersWith(subscription()),
      http.get('/api/users/me/', () =>
        HttpResponse.json(userFixture({ subscription_type: 'standard' })),
      ),
    );
    const { dialog, user } = await openDialog();
    expect(dialog.getByText('Requires PRO Subscription')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'See plans' }));
    expect(
      await screen.findByRole('dialog', { name: 'This Feature is Available for Pro Subscribers' }),
    ).toBeInTheDocument();
    expect(screen.queryByRole('dialog', NAME)).not.toBeInTheDocument();
  });

  it('have five placeholder rows while they load', async () => {
    server.use(answers(() => new Promise<never>(() => undefined)));
    const { dialog } = await openDialog();
    const status = dialog.getByText('Loading the premium restaurants');
    expect(status.parentElement?.querySelectorAll('.skeleton')).toHaveLength(5);
  });

  it('say so when there are none', async () => {
    server.use(answers(() => HttpResponse.json([])));
    const { dialog } = await openDialog();
    expect(await dialog.findByText('There are none at the moment.')).toBeInTheDocument();
  });

  it('that do not load can be tried again', async () => {
    server.use(answers(() => refusal(403, 'away', 'Not now.')));
    const { dialog, user } = await openDialog();
    expect(
      await dialog.findByText("The premium restaurants couldn't be loaded."),
    ).toBeInTheDocument();
    server.resetHandlers();
    await user.click(dialog.getByRole('button', { name: 'Try Again' }));
    expect(await dialog.findAllByRole('link')).not.toHaveLength(0);
  });

  it('load when the network is back', async () => {
    const { user } = await renderApp('/');
    await screen.findByRole('region', { name: 'Stories' });
    onlineManager.setOnline(false);
    await user.click(screen.getByRole('button', NAME));
    const dialog = within(await screen.findByRole('dialog', NAME));
    expect(
      await dialog.findByText("You're offline. The list will load when you're back online."),
    ).toBeInTheDocument();
    onlineManager.setOnline(true);
    expect(await dialog.findAllByRole('link')).not.toHaveLength(0);
  });
});
