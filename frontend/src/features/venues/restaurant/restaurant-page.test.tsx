import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { selection } from '@/entities/venue/selection';
import {
  learnedRule,
  LONG_NAME,
  user as userFixture,
  venueActivity,
  venueDetail,
} from '@/testing/fixtures';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { acceptRequests } from '@/testing/wizard';

const ticket = async () =>
  within(await screen.findByRole('complementary', { name: 'New request' }));

describe('a restaurant', () => {
  it('shows address, directions, phone, website, price and seating', async () => {
    await renderApp('/restaurant/2');
    expect(screen.getByRole('heading', { level: 1, name: LONG_NAME })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Price 4 of 4' })).toBeInTheDocument();
    expect(
      screen.getByText(/213 Front Street, New York, United States, 10038/),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Get Directions' })).toHaveAttribute(
      'href',
      expect.stringContaining('213%20Front%20Street'),
    );
    expect(screen.getByRole('link', { name: '(212) 555-0187' })).toHaveAttribute(
      'href',
      'tel:+12125550187',
    );
    expect(screen.getByRole('link', { name: 'quietharbor.example' })).toBeInTheDocument();
    expect(screen.getByText(/Any, Dining Room, Bar, Patio/)).toBeInTheDocument();
    expect(document.title).toBe(`${LONG_NAME} · Tablehawk`);
  });

  it('shows when its book opens, the party sizes and the last fees', async () => {
    await renderApp('/restaurant/2');
    const fact = (title: string) => screen.getByText(title).closest('p');
    expect(fact('When the book opens')).toHaveTextContent(
      'New days open 14 days ahead at 9:00 AM in New York. Stated by the restaurant',
    );
    expect(fact('Party sizes')).toHaveTextContent('1 to 8 guests');
    expect(fact('Fees')).toHaveTextContent(/^Fees\$50 .*, for a party of 2/);
  });

  it.each([
    ['beside the rule that staff entered', true],
    ['in place of an unknown rule', false],
  ])('shows the learned rule %s', async (_, isEntered) => {
    const { release_rule, release_text } = venueDetail(2);
    const entered = isEntered
      ? { release_rule, release_text }
      : { release_rule: null, release_text: 'We do not know yet.' };
    server.use(
      http.get('/api/venues/:id/', () =>
        HttpResponse.json(venueDetail(2, { ...entered, learned_rule: learnedRule() })),
      ),
    );
    await renderApp('/restaurant/2');
    const fact = screen.getByText('When the book opens').closest('p');
    expect(fact).toHaveTextContent(
      /Opens 30 days ahead at 10:00 AM in New York · seen 9 of 10 times$/,
    );
    expect(fact?.textContent.includes('New days open 14 days ahead')).toBe(isEntered);
    expect(fact).not.toHaveTextContent('We do not know yet.');
  });

  it('shows the last openings seen, and says when there are none', async () => {
    const { unmount } = await renderApp('/restaurant/2');
    const openings = () => within(screen.getByRole('region', { name: 'Last openings seen' }));
    const rows = openings().getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Fri, Dec 4 · 7:15 PM · for 2seen .+ ago$/),
      expect.stringMatching(/^Wed, Dec 2 · 9:00 PM · for 4seen .+ ago$/),
    ]);
    unmount();
    server.use(
      http.get('/api/reservations/venues/:id/', () =>
        HttpResponse.json(venueActivity(2, { openings: [], fee: null })),
      ),
    );
    await renderApp('/restaurant/2');
    expect(openings().getByText(/^None in the last 30 days/)).toBeInTheDocument();
    expect(screen.queryByText('Fees')).not.toBeInTheDocument();
  });

  it('links to the user’s requests here', async () => {
    const { user, router } = await renderApp('/restaurant/2');
    const own = within(screen.getByRole('region', { name: 'Your requests here' }));
    expect(own.getByRole('listitem')).toHaveTextContent('Sat, Dec 5');
    await user.click(own.getByRole('link', { name: /^Watching request for Sat, Dec 5/ }));
    await waitFor(() => {
      expect(router.state.location).toMatchObject({
        pathname: '/reservations',
        search: { open: '4127' },
      });
    });
  });

  it('shows the restaurant when its requests do not load', async () => {
    server.use(http.get('/api/reservations/venues/:id/', () => refusal(403, 'away', 'Not now.')));
    await renderApp('/restaurant/2');
    expect(screen.getByRole('heading', { level: 1, name: LONG_NAME })).toBeInTheDocument();
    expect(screen.queryByText('Last openings seen')).not.toBeInTheDocument();
  });

  it('starts the request in place: the form continues with what was chosen', async () => {
    const { user } = await renderApp('/restaurant/1');
    const start = await ticket();
    expect(start.getByText(/^We watch for a table and book it/)).toBeInTheDocument();
    await user.click(start.getByRole('button', { name: 'Party size: 2' }));
    // The code of the choices loads when they open, which may take long on a busy machine.
    await user.click(await screen.findByRole('button', { name: '4' }, { timeout: 30_000 }));
    await user.click(start.getByRole('button', { name: 'Time: 7:30 PM' }));
    await user.click(await screen.findByRole('button', { name: /^Late/ }));
    await user.click(start.getByRole('button', { name: /^Reserve/ }));
    await screen.findByRole('heading', { name: 'Add Reservation' });
    for (const word of ['Party size: 4', 'Restaurant: Petit Quai', 'Time: 9:30 PM'])
      expect(screen.getByRole('button', { name: word })).toBeInTheDocument();
  });

  it.each([true, false])('that cannot be booked offers notifications: %s', async (notifies) => {
    const message = 'Petit Quai sells its tables through Tock.';
    const page = 'https://resy.com/quai';
    const obstacle = { venue_id: 1, kind: 'tock', message, page, notifies } as const;
    server.use(http.get('/api/venues/:id/', () => HttpResponse.json(venueDetail(1, { obstacle }))));
    const { user } = await renderApp('/restaurant/1');
    const start = await ticket();
    expect(start.getByText(message)).toBeInTheDocument();
    expect(start.getByRole('link', { name: /^Open its page on Resy/ })).toHaveAttribute(
      'href',
      page,
    );
    const notify = start.queryByRole('button', { name: /^Notify me/ });
    expect(notify !== null).toBe(notifies);
    if (notify === null) return;
    const sent = acceptRequests();
    await user.click(notify);
    await waitFor(() => {
      expect(sent[0]?.reservation).toMatchObject({ notify_only: true, venues: [{ id: 1 }] });
    });
  });

  it('cuts a long need-to-know text and shows the rest on demand', async () => {
    const { user } = await renderApp('/restaurant/2');
    expect(screen.queryByText(/welcome on Mondays/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(screen.getByText(/welcome on Mondays/)).toBeInTheDocument();
  });

  it('leaves out what a restaurant does not have', async () => {
    server.use(
      http.get('/api/venues/:id/', () =>
        HttpResponse.json(venueDetail(2, { website: '', phone_number: '', need_to_know: '' })),
      ),
    );
    await renderApp('/restaurant/2');
    await ticket();
    expect(screen.queryByRole('heading', { name: 'Need to know' })).not.toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: /Get Directions/ })).toHaveLength(1);
  });

  it('reserves from the ticket', async () => {
    const { user, router } = await renderApp('/restaurant/1');
    await user.click((await ticket()).getByRole('button', { name: /^Reserve/ }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/reservations/add-reservation');
    });
    expect(selection.has(1)).toBe(true);
  });

  it('says which plan a premium restaurant needs', async () => {
    server.use(
      http.get('/api/users/me/', () =>
        HttpResponse.json(userFixture({ subscription_type: 'standard' })),
      ),
    );
    const { user } = await renderApp('/restaurant/2');
    expect((await ticket()).getByText('Requires PRO Subscription')).toBeInTheDocument();
    await user.click((await ticket()).getByRole('button', { name: /^Reserve/ }));
    expect(
      await screen.findByRole('dialog', { name: 'This Feature is Available for Pro Subscribers' }),
    ).toBeInTheDocument();
  });

  it.each(['/restaurant/999', '/restaurant/abc'])('%s is not found', async (address) => {
    await renderApp(address);
    expect(
      await screen.findByRole('heading', { name: "There's no restaurant at this address" }),
    ).toBeInTheDocument();
  });
});
