import { screen, waitFor, within } from '@testing-library/react';
import { delay, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { selection, toSelected } from '@/entities/venue/selection';
import { expectFocus } from '@/testing/focus';
import { VENUES } from '@/testing/fixtures';
import { mediaMatches } from '@/testing/media';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const CHOSEN = VENUES.slice(0, 6);
const choose = () => {
  selection.replace(CHOSEN.map((venue) => toSelected(venue)));
};
const bar = async () => within(await screen.findByRole('region', { name: 'Selected restaurants' }));

describe('while the listing loads', () => {
  it('twelve placeholder cards show for the grid, five rows for the list', async () => {
    server.use(
      http.get('/api/venues/', () => delay('infinite')),
      http.get('/api/venues/premium/', () => delay('infinite')),
    );
    const { user } = await renderApp('/');
    const all = screen.getByRole('region', { name: 'All Restaurants' });
    expect(all.querySelector('.venue-grid')?.children).toHaveLength(12);
    await user.click(screen.getByRole('button', { name: 'Premium Restaurants' }));
    const dialog = await screen.findByRole('dialog', { name: 'Premium Restaurants' });
    expect(dialog.querySelectorAll('.dialog-body .skeleton')).toHaveLength(5);
  });
});

describe('a card', () => {
  it('a card’s picture and name link to the restaurant', async () => {
    await renderApp('/');
    const all = await screen.findByRole('region', { name: 'All Restaurants' });
    const card = await within(all).findByRole('article', { name: 'Vesper' });
    const links = [...card.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/restaurant/12', '/restaurant/12']);
  });
});

describe('the selection bar', () => {
  it.each([
    [2, 'the screen is narrow', false],
    [4, 'it has 768 px', true],
  ])('the bar has room for %i chips where %s, the others are behind +N', async (room, _, wide) => {
    mediaMatches((query) => wide && query === '(min-width: 768px)');
    choose();
    await renderApp('/');
    const chips = await bar();
    expect(chips.getAllByRole('button', { name: /^Remove/ })).toHaveLength(room);
    const rest = CHOSEN.length - room;
    expect(chips.getByRole('button', { name: `${rest} more, show all` })).toHaveTextContent(
      `+${rest}`,
    );
  });

  it('the list of selected restaurants leads to the form with all of them', async () => {
    choose();
    const { user, router } = await renderApp('/');
    await user.click((await bar()).getByRole('button', { name: /more, show all$/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Selected restaurants' });
    await user.click(within(dialog).getByRole('link', { name: 'Reserve' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/reservations/add-reservation');
    });
    expect(selection.get().map(({ id }) => id)).toEqual(CHOSEN.map(({ id }) => id));
  });
});

describe('Select', () => {
  it('is explained at its first use in a browser, and never again', async () => {
    const { user, unmount } = await renderApp('/');
    const select = async () => {
      const all = within(await screen.findByRole('region', { name: 'All Restaurants' }));
      await user.click(await all.findByRole('button', { name: 'Select Vesper' }));
    };
    const text = () => screen.queryByText(/^Select adds restaurants to one request/);
    expect(text()).not.toBeInTheDocument();
    await select();
    expect(text()).toBeInTheDocument();
    await user.click((await bar()).getByRole('button', { name: 'Got it' }));
    expect(text()).not.toBeInTheDocument();
    await expectFocus((await bar()).getByRole('link', { name: 'Reserve' }));
    unmount();
    selection.clear();
    await renderApp('/');
    await select();
    expect(await bar()).toBeDefined();
    expect(text()).not.toBeInTheDocument();
  });
});

describe('premium restaurants', () => {
  it('the premium restaurants are listed in a dialog', async () => {
    const { user } = await renderApp('/');
    await user.click(screen.getByRole('button', { name: 'Premium Restaurants' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Premium Restaurants' }));
    const names = (await dialog.findAllByRole('link')).map((link) => link.textContent);
    const premium = VENUES.filter((venue) => venue.premium);
    expect(names).toEqual(premium.map((venue) => venue.venue_name));
  });
});
