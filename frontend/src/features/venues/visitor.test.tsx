/** Restaurants and stories without sign-in: public calls only, and what is chosen is kept through the sign-up. */
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { isPublicPath } from '@/lib/public-paths';
import { savedDraft, VISITOR_ID } from '@/entities/request/saved-draft';
import { selection } from '@/entities/venue/selection';
import { VENUES } from '@/testing/fixtures';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const calls: string[] = [];

beforeEach(() => {
  calls.length = 0;
  sessionStorage.clear();
  selection.clear();
  server.events.removeAllListeners();
  server.events.on('request:start', ({ request }) => {
    calls.push(new URL(request.url).pathname);
  });
});

const open = (address: string) => renderApp(address, { signedIn: false });

describe('the list of restaurants', () => {
  it('shows restaurants and asks only public calls', async () => {
    await open('/restaurants');
    const [first] = VENUES;
    const [card = document.body] = await screen.findAllByRole('article', {
      name: first?.venue_name ?? '',
    });
    expect(within(card).getByRole('link', { name: /^Watch for a table/ })).toHaveAttribute(
      'href',
      `/restaurant/${first?.id}`,
    );
    expect(screen.queryByRole('button', { name: /^(Select|Reserve)/ })).not.toBeInTheDocument();
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.filter((path) => !/^\/api\/(public|blog)\//.test(path))).toEqual([]);
  });

  it('is at / for users', async () => {
    const { router } = await renderApp('/restaurants?query=salt');
    expect(router.state.location.href).toBe('/?query=salt');
  });

  it('says that a link needs an account', async () => {
    await open('/restaurants?query=https%3A%2F%2Fresy.com%2Fcities%2Fny%2Fx');
    expect(await screen.findByText(/Log in or sign up to add a restaurant/)).toBeInTheDocument();
  });
});

describe('a restaurant', () => {
  it('shows its facts and openings, and the ways in', async () => {
    await open('/restaurant/7');
    expect(screen.getByRole('heading', { level: 2, name: 'Last openings seen' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute(
      'href',
      '/login?redirect=%2Frestaurant%2F7',
    );
    expect(calls).toEqual(['/api/public/venues/7/']);
  });

  it('keeps the restaurant through the sign-up', async () => {
    const { user, router } = await open('/restaurant/7');
    const [watch = document.body] = screen.getAllByRole('button', { name: 'Watch this table' });
    await user.click(watch);
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/signup');
    });
    expect(selection.get().map(({ id }) => id)).toEqual([7]);
    const kept = `We've kept your request for a table at ${selection.get()[0]?.venue_name ?? ''}.`;
    expect(await screen.findByText(kept)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Log in' }));
    await screen.findByRole('heading', { name: 'Tables open up. We notice.' });
    expect(screen.getByText(kept)).toBeVisible();
    expect(router.state.location.search).toEqual({ redirect: '/reservations/add-reservation' });
  });

  it('keeps what was chosen for the user who signs in, until it is filed', () => {
    savedDraft.write(VISITOR_ID, '{"partySize":4}');
    expect(savedDraft.read(7)).toBe('{"partySize":4}');
    savedDraft.write(7, '{"partySize":2}');
    expect(savedDraft.read(7)).toBe('{"partySize":2}');
    savedDraft.remove(7);
    expect(savedDraft.read(7)).toBeNull();
  });

  it('says that it needs Pro, and leads to the sign-up', async () => {
    await open('/restaurant/11');
    expect(screen.getByText('Requires PRO Subscription')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Watch this table' })).not.toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: 'Sign up' })).toHaveLength(3);
  });

  it('says so when it is not listed', async () => {
    server.use(
      http.get('/api/public/venues/:id/', () =>
        HttpResponse.json({ message: 'No.', code: 'not_found' }, { status: 404 }),
      ),
    );
    await open('/restaurant/12');
    expect(await screen.findByRole('link', { name: 'See all restaurants' })).toHaveAttribute(
      'href',
      '/restaurants',
    );
  });
});

it('reads a story, with the way back to the restaurants', async () => {
  await open('/blogs/how-a-book-opens');
  expect(screen.getByRole('heading', { level: 1, name: 'How a book opens' })).toBeVisible();
  expect(calls.filter((path) => !path.startsWith('/api/blog/'))).toEqual([]);
  const [back] = within(screen.getByRole('main')).getAllByRole('link');
  expect(back).toHaveAttribute('href', '/restaurants');
});

it.each([
  ['/restaurants', true],
  ['/restaurant/7', true],
  ['/blogs/a-story', true],
  ['/', false],
  ['/reservations', false],
  ['/restaurant/7/x', false],
  ['/venues/top-picks/', false],
])('%s is public: %s', (path, isPublic) => {
  expect(isPublicPath(path)).toBe(isPublic);
});
