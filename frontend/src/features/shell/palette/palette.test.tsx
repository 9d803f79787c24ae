import { act, screen, waitFor, within } from '@testing-library/react';
import { delay, http } from 'msw';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectFocus } from '@/testing/focus';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { openOverlay } from './store';

const path = (router: { state: { location: { pathname: string } } }) =>
  router.state.location.pathname;

async function openPalette(address = '/connect-accounts') {
  const app = await renderApp(address);
  await app.user.keyboard('{Control>}k{/Control}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Go to' }));
  await expectFocus(() => dialog.getByRole('combobox'));
  return { ...app, dialog };
}

// Their code loads with the first use; a test does not wait until it is compiled.
beforeAll(() => Promise.all([import('./palette'), import('./shortcut-sheet')]));

afterEach(() => {
  act(() => {
    openOverlay(null);
  });
});

describe('the palette', () => {
  it('leads to a restaurant by its name', async () => {
    const { user, router, dialog } = await openPalette();
    await user.keyboard('vesper');
    await user.click(await dialog.findByRole('option', { name: /^Vesper/ }));
    await waitFor(() => {
      expect(path(router)).toBe('/restaurant/12');
    });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('has the request as a sentence with the restaurant that is marked, and takes it there', async () => {
    const { user, router, dialog } = await openPalette('/restaurant/12');
    expect(dialog.queryByRole('group', { name: 'Your request in a sentence' })).toBeNull();
    await user.keyboard('lantern');
    const sentence = await dialog.findByRole('group', { name: 'Your request in a sentence' });
    expect(sentence).toHaveTextContent(/^Table for .*2 at Lantern Street on /);
    await user.click(within(sentence).getByRole('button', { name: /^Party size/ }));
    const sizes = within(await screen.findByRole('dialog', { name: 'Party size' }));
    await user.click(sizes.getByRole('button', { name: '4' }));
    await waitFor(() => {
      expect(sentence).toHaveTextContent(/^Table for .*4 at Lantern Street on /);
    });
    await user.click(dialog.getByRole('option', { name: /^Lantern Street/ }));
    await waitFor(() => {
      expect(path(router)).toMatch(/^\/restaurant\/(?!12$)/);
    });
    const page = await screen.findByRole('group', { name: 'Your request in a sentence' });
    expect(page).toHaveTextContent(/^Table for .*4 at Lantern Street/);
  });

  it('says that it searches', async () => {
    server.use(http.get('/api/venues/search/', () => delay('infinite')));
    const { user, dialog } = await openPalette();
    await user.keyboard('vesper');
    expect(await dialog.findByText('Looking for restaurants…')).toBeInTheDocument();
  });

  it('leads to a request by its restaurant or its day, by keyboard alone', async () => {
    const { user, router, dialog } = await openPalette();
    await user.keyboard('nov 28');
    expect(await dialog.findAllByRole('option', { name: /Sat, Nov 28$/ })).not.toHaveLength(0);
    await user.clear(dialog.getByRole('combobox'));
    await user.keyboard('osteria lucciola, petit');
    await dialog.findByRole('option', { name: /^Osteria Lucciola, Petit Quai.*Nov 28$/ });
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(router.state.location.href).toBe('/reservations?open=4127');
    });
  });

  it('leads to the restaurants of a city, by keyboard alone', async () => {
    const { user, router, dialog } = await openPalette();
    await user.keyboard('york');
    await dialog.findByRole('option', { name: 'New York' });
    await user.clear(dialog.getByRole('combobox'));
    await user.keyboard('ew york');
    await dialog.findByText('Nothing found for ew york.');
    await user.clear(dialog.getByRole('combobox'));
    await user.keyboard('new yo');
    await dialog.findByRole('option', { name: 'New York' });
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(path(router)).toBe('/');
    });
    expect(router.state.location.search).toEqual({ exact_location: 'New York' });
    expect(await screen.findByRole('button', { name: /New York/ })).toBeInTheDocument();
  });

  it('leads to a page', async () => {
    const { user, router, dialog } = await openPalette();
    await user.click(dialog.getByRole('option', { name: 'Profile' }));
    await waitFor(() => {
      expect(path(router)).toBe('/profile');
    });
  });

  it('says when nothing is found', async () => {
    const { user, dialog } = await openPalette();
    await user.keyboard('zzz');
    expect(await dialog.findByText('Nothing found for zzz.')).toBeInTheDocument();
  });

  it('says when the restaurants cannot be searched', async () => {
    server.use(http.get('/api/venues/search/', () => refusal(403, 'away', 'Not now.')));
    const { user, dialog } = await openPalette();
    await user.keyboard('vesper');
    expect(await dialog.findByText('The restaurant search failed.')).toBeInTheDocument();
  });

  it('says when the cities cannot be loaded', async () => {
    server.use(http.get('/api/venues/locations/', () => refusal(403, 'away', 'Not now.')));
    const { user, dialog } = await openPalette();
    await user.keyboard('vesper');
    expect(await dialog.findByText("The cities couldn't be loaded.")).toBeInTheDocument();
    expect(await dialog.findByRole('option', { name: /^Vesper/ })).toBeInTheDocument();
  });
});

describe('the shortcuts', () => {
  it('are listed by ?, and open their pages', async () => {
    const { user, router } = await renderApp('/connect-accounts');
    await user.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument();
    await user.keyboard('{Escape}gr');
    await waitFor(() => {
      expect(path(router)).toBe('/reservations');
    });
  });

  it('/ focuses the page’s search', async () => {
    const { user } = await renderApp('/');
    await user.keyboard('/');
    await expectFocus(() => screen.getByRole('searchbox', { name: 'Search restaurants' }));
  });

  it('do nothing while the user types or a dialog is open', async () => {
    const { user, router } = await renderApp('/');
    await user.type(screen.getByRole('searchbox'), 'n?gr');
    expect(path(router)).toBe('/');
    expect(screen.getByRole('searchbox')).toHaveValue('n?gr');
    await user.click(screen.getByRole('button', { name: 'Premium Restaurants' }));
    await screen.findByRole('dialog');
    await user.keyboard('n');
    expect(path(router)).toBe('/');
  });

  it('of single keys can be switched off, and the palette stays', async () => {
    const { user, router } = await renderApp('/connect-accounts');
    await user.keyboard('?');
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    await user.click(sheet.getByRole('switch', { name: 'Single-key shortcuts' }));
    await user.keyboard('{Escape}gp');
    expect(path(router)).toBe('/connect-accounts');
    await user.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('dialog', { name: 'Go to' })).toBeInTheDocument();
  });

  it('are found in the account menu', async () => {
    const { user } = await renderApp('/connect-accounts');
    await user.click(await screen.findByRole('button', { name: /^Account menu/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Keyboard shortcuts' }));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument();
  });
});
