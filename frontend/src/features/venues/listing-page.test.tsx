import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import type { SubscriptionType, User } from '@/api/types';
import { selection } from '@/entities/venue/selection';
import { expectFocus } from '@/testing/focus';
import { answersWith, newcomer, subscription } from '@/testing/billing';
import { user as userFixture, venueDetail, VENUES } from '@/testing/fixtures';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

function serveTier(subscription_type: SubscriptionType) {
  server.use(
    http.get('/api/users/me/', () => HttpResponse.json(userFixture({ subscription_type }))),
  );
}

/** The query strings of all searches. */
function watchSearches() {
  const received: string[] = [];
  server.events.on('request:start', ({ request }) => {
    const { pathname, search } = new URL(request.url);
    if (pathname === '/api/venues/search/') received.push(search);
  });
  return received;
}

const all = async () => within(await screen.findByRole('region', { name: 'All Restaurants' }));
const card = async (name: string) => within(await (await all()).findByRole('article', { name }));

describe('the listing', () => {
  it('shows four top picks and all restaurants with their count', async () => {
    await renderApp('/');
    const picks = within(await screen.findByRole('region', { name: 'Top Picks' }));
    expect(await picks.findAllByRole('article')).toHaveLength(4);
    await waitFor(async () => {
      expect((await all()).getAllByRole('article')).toHaveLength(VENUES.length);
    });
    expect(screen.getByText('118 restaurants')).toBeInTheDocument();
    expect(picks.getByRole('link', { name: 'See all' })).toHaveAttribute(
      'href',
      '/venues/top-picks/',
    );
  });

  it('says what we do there', async () => {
    await renderApp('/');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('watch');
    expect(screen.getByText(/^These tables are hard to get\. We watch/)).toBeInTheDocument();
  });

  it('goes to the first result by Enter in the search, without the pause', async () => {
    const { user, router } = await renderApp('/');
    await user.type(screen.getByRole('searchbox'), 'quai{Enter}');
    expect(router.state.location.search).toEqual({ query: 'quai' });
    await expectFocus(() => screen.getByRole('link', { name: 'Petit Quai' }));
  });

  it('stays in the search by Enter if nothing is found', async () => {
    const { user } = await renderApp('/');
    const search = screen.getByRole('searchbox');
    await user.type(search, 'zzz{Enter}');
    await screen.findByText(/^No results found for zzz/);
    await expectFocus(search);
  });

  it('hides the top picks from the first typed key until the filters are cleared', async () => {
    const { user, router } = await renderApp('/');
    const picks = () => screen.queryByRole('region', { name: 'Top Picks' });
    const search = screen.getByRole('searchbox');
    await screen.findByRole('region', { name: 'Top Picks' });
    await user.type(search, 's');
    expect(picks()).not.toBeInTheDocument();
    await user.clear(search);
    expect(picks()).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Price 1 of 4' }));
    await waitFor(() => {
      expect(router.state.location.search).toEqual({ price: '1' });
    });
    expect(picks()).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => {
      expect(picks()).toBeInTheDocument();
    });
  });

  it('sends the search after a pause in typing, and keeps it in the address', async () => {
    const received = watchSearches();
    const { user, router } = await renderApp('/');
    await user.type(screen.getByRole('searchbox', { name: 'Search restaurants' }), 'salt');
    expect(received).toEqual([]);
    expect(await (await all()).findAllByRole('article')).not.toHaveLength(1);
    await waitFor(async () => {
      expect(await (await all()).findAllByRole('article')).toHaveLength(1);
    });
    expect(received).toEqual(['?venue_name=salt&page=1']);
    expect(router.state.location.search).toEqual({ query: 'salt' });
  });

  it('adds no history entry for each search', async () => {
    const { user, router } = await renderApp('/');
    const before = router.history.length;
    await user.type(screen.getByRole('searchbox'), 'salt');
    await waitFor(() => {
      expect(router.state.location.search).toEqual({ query: 'salt' });
    });
    expect(router.history.length).toBe(before);
  });

  it('filters by price and removes the filter by the same button', async () => {
    const { user, router } = await renderApp('/');
    const price = screen.getByRole('button', { name: 'Price 1 of 4' });
    await user.click(price);
    await waitFor(async () => {
      expect(await (await all()).findAllByRole('article')).toHaveLength(1);
    });
    expect(price).toHaveAttribute('aria-pressed', 'true');
    expect(router.state.location.search).toEqual({ price: '1' });
    await user.click(price);
    await waitFor(() => {
      expect(router.state.location.search).toEqual({});
    });
  });

  it('filters by a neighborhood found by typing', async () => {
    const { user, router } = await renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'All locations' }));
    await user.type(await screen.findByPlaceholderText('Search locations'), 'noli');
    await waitFor(() => {
      expect(router.state.location.search).toEqual({ 'location-d': 'noli' });
    });
    await user.click(screen.getByRole('option', { name: /Nolita/ }));
    await waitFor(() => {
      expect(router.state.location.search).toEqual({ exact_location: 'Nolita' });
    });
    expect(screen.getByRole('button', { name: 'Nolita' })).toBeInTheDocument();
    await waitFor(async () => {
      expect(await (await all()).findAllByRole('article')).toHaveLength(1);
    });
  });

  it('filters by a city found by typing', async () => {
    const { user, router } = await renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'All locations' }));
    expect(screen.queryByRole('option', { name: 'New York' })).not.toBeInTheDocument();
    await user.type(await screen.findByPlaceholderText('Search locations'), 'new y');
    await user.click(await screen.findByRole('option', { name: 'New York' }));
    await waitFor(() => {
      expect(router.state.location.search).toEqual({ exact_location: 'New York' });
    });
    expect(screen.getByRole('button', { name: 'New York' })).toBeInTheDocument();
  });

  it('focuses the location search while the list loads, and keeps typed text', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.get('/api/venues/locations/', async () => {
        await answered;
        return undefined;
      }),
    );
    const { user } = await renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'All locations' }));
    const search = await screen.findByPlaceholderText('Search locations');
    await expectFocus(search);
    await user.keyboard('noli');
    answer();
    expect(await screen.findByRole('option', { name: /Nolita/ })).toBeInTheDocument();
    expect(search).toHaveValue('noli');
    await expectFocus(search);
  });

  it('reads its filters from the address', async () => {
    await renderApp('/?query=salt&price=3');
    expect(await screen.findByRole('searchbox')).toHaveValue('salt');
    expect(await (await all()).findAllByRole('article')).toHaveLength(1);
  });

  it('names the search without results, and clears the filters', async () => {
    const { user } = await renderApp('/?query=zzz');
    expect(
      await screen.findByText('No results found for zzz. Please consider trying a different name.'),
    ).toBeInTheDocument();
    await user.click((await all()).getByRole('button', { name: 'Clear filters' }));
    await waitFor(async () => {
      expect((await all()).getAllByRole('article')).toHaveLength(VENUES.length);
    });
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('offers to try again when the restaurants cannot be loaded', async () => {
    server.use(http.get('/api/venues/', () => refusal(403, 'away', 'Not now.')));
    const { user } = await renderApp('/');
    const again = await (await all()).findByRole('button', { name: 'Try Again' });
    server.resetHandlers();
    await user.click(again);
    await waitFor(async () => {
      expect((await all()).getAllByRole('article')).toHaveLength(VENUES.length);
    });
  });

  it('loads the next page on request', async () => {
    const pages = vi.fn((page: string) =>
      VENUES.slice(page === '1' ? 0 : 12, page === '1' ? 12 : 16),
    );
    server.use(
      http.get('/api/venues/', ({ request }) => {
        const page = new URL(request.url).searchParams.get('page') ?? '1';
        return HttpResponse.json({ results: pages(page), count: 16, page: Number(page), pages: 2 });
      }),
    );
    const { user } = await renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Show more (4 left)' }));
    await waitFor(async () => {
      expect(await (await all()).findAllByRole('article')).toHaveLength(16);
    });
    expect(screen.queryByRole('button', { name: /Show more/ })).not.toBeInTheDocument();
  });

  it('shows restaurants when the user cannot be loaded', async () => {
    server.use(http.get('/api/users/me/', () => refusal(403, 'away', 'No.')));
    await renderApp('/');
    expect(
      await screen.findByText("We couldn't load your account, so you can't select or reserve yet."),
    ).toBeInTheDocument();
    expect((await card('Vesper')).queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('selecting', () => {
  it('toggles a restaurant and shows it in the bar', async () => {
    const { user } = await renderApp('/');
    const vesper = await card('Vesper');
    await user.click(vesper.getByRole('button', { name: 'Select Vesper' }));
    expect(vesper.getByRole('button', { name: 'Selected Vesper' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    const bar = within(screen.getByRole('region', { name: 'Selected restaurants' }));
    expect(bar.getByRole('status')).toHaveTextContent('1 restaurant selected');
    await user.click(bar.getByRole('button', { name: 'Remove Vesper' }));
    expect(screen.queryByRole('region', { name: 'Selected restaurants' })).not.toBeInTheDocument();
  });

  it('puts restaurants that do not fit behind +N, which lists all', async () => {
    const { user } = await renderApp('/');
    for (const name of ['Vesper', 'Salt Hay', 'Petit Quai']) {
      await user.click((await card(name)).getByRole('button', { name: `Select ${name}` }));
    }
    // jsdom matches no media query: the narrow bar with two chips.
    const bar = within(screen.getByRole('region', { name: 'Selected restaurants' }));
    expect(bar.getAllByRole('button', { name: /^Remove/ })).toHaveLength(2);
    await user.click(bar.getByRole('button', { name: '1 more, show all' }));
    const dialog = await screen.findByRole('dialog', { name: 'Selected restaurants' });
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(3);
  });

  it('reserves: the restaurant is in the selection and the form opens', async () => {
    const { user, router } = await renderApp('/');
    await user.click((await card('Vesper')).getByRole('button', { name: 'Reserve Vesper' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/reservations/add-reservation');
    });
    expect(selection.get().map((venue) => venue.venue_name)).toEqual(['Vesper']);
  });
});

describe('gates', () => {
  it.each([
    [
      'standard, Select',
      'standard',
      'Select Vesper',
      'This Feature is Available for Pro Subscribers',
    ],
    ['no plan, Select', 'none', 'Select Vesper', 'Subscriptions'],
    ['no plan, Reserve', 'none', 'Reserve Vesper', 'Subscriptions'],
  ] as const)('%s opens the plans', async (_, tier, button, title) => {
    serveTier(tier);
    const { user } = await renderApp('/');
    await user.click((await card('Vesper')).getByRole('button', { name: button }));
    expect(await screen.findByRole('dialog', { name: title })).toBeInTheDocument();
    expect(selection.get()).toEqual([]);
  });

  it('locks a premium restaurant for standard, and says what opens it', async () => {
    serveTier('standard');
    server.use(answersWith(subscription()));
    const { user } = await renderApp('/');
    const locked = await card('Maison Orchard');
    expect(locked.getAllByText('Requires PRO Subscription')).not.toHaveLength(0);
    await user.click(locked.getByRole('button', { name: /^Reserve/ }));
    const dialog = await screen.findByRole('dialog');
    const upgrade = await within(dialog).findByRole('button', { name: 'Upgrade to PRO' });
    await user.click(upgrade);
    expect(await screen.findByRole('dialog', { name: 'Switch to Pro?' })).toBeInTheDocument();
  });

  it('asks for the account that a restaurant needs', async () => {
    const { user } = await renderApp('/');
    const venue = await card('Trattoria dei Tre Fratelli Bonaventura');
    await user.click(venue.getByRole('button', { name: /^Reserve/ }));
    expect(
      await screen.findByRole('dialog', { name: 'Connect your OpenTable account' }),
    ).toBeInTheDocument();
  });

  it('asks a user without Resy to connect it, and links there', async () => {
    server.use(
      http.get('/api/users/me/', () => HttpResponse.json(userFixture({ resy_accounts: [] }))),
    );
    const { user, router } = await renderApp('/');
    expect(screen.queryByRole('button', { name: /^Connect/ })).not.toBeInTheDocument();
    await user.click((await card('Vesper')).getByRole('button', { name: 'Reserve Vesper' }));
    const dialog = await screen.findByRole('dialog', { name: 'Connect your Resy account' });
    await user.click(within(dialog).getByRole('link', { name: 'Connect Resy' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/connect-accounts');
    });
    expect(selection.get().map((venue) => venue.venue_name)).toEqual(['Vesper']);
  });

  const MISSING: [string, Partial<User>, string, string][] = [
    ['an account', { resy_accounts: [] }, 'Connect an account', '/connect-accounts'],
    ['a plan', { subscription_type: 'none' }, 'Choose a plan', '/choose-plan'],
  ];
  it.each(MISSING)('are announced once: %s is missing', async (_, fields, name, path) => {
    server.use(
      http.get('/api/users/me/', () => HttpResponse.json(userFixture(fields))),
      answersWith(newcomer),
    );
    await renderApp('/');
    await card('Vesper');
    const links = within(screen.getByRole('main')).getAllByRole('link', { name });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([path]);
    const banner = links[0]?.closest('.banner');
    if (name === 'Choose a plan') expect(banner).toHaveTextContent(/\$25\.00 a month/);
  });
});

describe('top picks', () => {
  it('lists every pick at its own address, and searches among them only', async () => {
    const received = watchSearches();
    const { user } = await renderApp('/venues/top-picks/');
    const featured = VENUES.filter((venue) => venue.featured);
    await waitFor(() => {
      expect(screen.getAllByRole('article')).toHaveLength(featured.length);
    });
    await user.click(screen.getByRole('button', { name: 'Price 4 of 4' }));
    await waitFor(() => {
      expect(screen.getAllByRole('article')).toHaveLength(2);
    });
    expect(received).toEqual(['?price=4&featured=true&page=1']);
  });
});

describe('a link in the search box', () => {
  const LINK = 'https://resy.com/cities/new-york-ny/venues/the-quiet-harbor?seats=2';

  async function paste(link = LINK) {
    const app = await renderApp('/');
    await app.user.click(screen.getByRole('searchbox'));
    await app.user.paste(link);
    return app;
  }

  it('shows its restaurant, which can be reserved at once', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('/api/venues/links/', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(venueDetail(11), { status: 201 });
      }),
    );
    const searches = watchSearches();
    const { user, router } = await paste();
    const venue = venueDetail(11);
    await waitFor(async () => {
      expect((await all()).getAllByRole('article')).toHaveLength(1);
    });
    expect(sent).toEqual([{ link: LINK }]);
    expect(searches).toEqual([]);
    await user.click(
      (await card(venue.venue_name)).getByRole('button', { name: `Reserve ${venue.venue_name}` }),
    );
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/reservations/add-reservation');
    });
  });

  it.each([
    [400, 'bad_link', 'This link leads to another site.'],
    [404, 'no_such_venue', 'Resy has no restaurant at this link.'],
    [409, 'venue_closed', 'It takes no reservations any more.'],
  ])(
    'is refused (%i) with the server’s sentence and nothing to retry',
    async (status, code, text) => {
      server.use(http.post('/api/venues/links/', () => refusal(status, code, text)));
      await paste();
      expect(await (await all()).findByText(text)).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
      expect(screen.getAllByRole('button', { name: 'Clear filters' })).not.toHaveLength(0);
    },
  );

  it('can be tried again while the platform is paused', async () => {
    const paused = 'Resy has asked us to pause.';
    server.use(http.post('/api/venues/links/', () => refusal(503, 'platform_paused', paused)));
    const { user } = await paste();
    expect(await screen.findByText(paused)).toBeInTheDocument();
    server.resetHandlers();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await card(venueDetail(11).venue_name)).toBeDefined();
  });

  it('arrives from a phone’s share sheet', async () => {
    const { router } = await renderApp(
      `/add-restaurant?text=${encodeURIComponent(`Look: ${LINK}`)}`,
    );
    await waitFor(() => {
      expect(router.state.location.search).toEqual({ query: `Look: ${LINK}` });
    });
    expect(await card(venueDetail(11).venue_name)).toBeDefined();
  });
});
