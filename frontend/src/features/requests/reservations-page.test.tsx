import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { addIsoDays, today } from '@/lib/dates';
import { mediaMatches } from '@/testing/media';
import { user as aUser } from '@/testing/fixtures';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { aBooking, aPage } from '@/testing/reservation-fixtures';
import {
  held,
  openList,
  paused,
  requestedSearches,
  serve,
  serveList,
  ticket,
} from '@/testing/reservation-list';
import { groupAt } from '@/testing/reservations';
import { server } from '@/testing/server';

serveList();

const sectionOf = (card: HTMLElement) => card.closest('section')?.getAttribute('aria-label') ?? '';
const nameOf = (card: HTMLElement) => within(card).getByRole('heading', { level: 3 }).textContent;

describe('the list', () => {
  test('shows tables first, by dinner date, then active, paused and finished requests', async () => {
    const tableOn = (days: number, name: string) =>
      groupAt([name], {
        status: 'confirmed',
        watch: null,
        booked: aBooking(),
        date: addIsoDays(today(), days),
      });
    const over = groupAt(['Vesper'], { status: 'canceled', watch: null });
    const groups = [tableOn(9, 'Jangdok'), over, ...held(), tableOn(2, 'Petit Quai')];
    serve(...groups.map((group, index) => ({ ...group, group_id: 5000 - index })));
    await openList();
    await ticket('Salt Hay');
    const shown = screen
      .getAllByRole('article')
      .map((card) => `${sectionOf(card)}: ${nameOf(card)}`);
    expect(shown).toEqual([
      'Your tables: Petit Quai',
      'Your tables: Jangdok',
      'Active: Osteria Lucciola',
      'Paused: Salt Hay',
      'Finished: Vesper',
    ]);
    // What the label says already is said in full in the timeline alone.
    expect(await ticket('Salt Hay')).not.toHaveTextContent("Not watching. Doesn't count");
    expect(screen.getByText('7 of 25 reservation requests used')).toBeInTheDocument();
  });

  test('on a phone has rows, and a press opens the timeline with the actions', async () => {
    mediaMatches((query) => query.includes('max-width'));
    const { user } = await openList();
    const row = await ticket('Osteria Lucciola');
    expect(row).toHaveTextContent(/^Osteria Lucciola.*for 2Watching last looked/);
    expect(within(row).queryByRole('button', { name: /^Pause/ })).not.toBeInTheDocument();
    await user.click(within(row).getByRole('link', { name: 'Osteria Lucciola' }));
    const sheet = await screen.findByRole('dialog', { name: 'Osteria Lucciola' });
    expect(within(sheet).getByRole('button', { name: /^Pause/ })).toBeInTheDocument();
  });

  test('of twelve requests has rows by the week of the dinner', async () => {
    const inDays = (days: number) => addIsoDays(today(), days);
    const groups = Array.from({ length: 12 }, (_, index) =>
      groupAt(['Vesper'], { date: inDays(index < 11 ? 21 : 35) }, { group_id: 5000 + index }),
    );
    serve(...groups.slice(0, 11));
    const { unmount } = await openList();
    await waitFor(() => {
      expect(screen.getAllByRole('article')).toHaveLength(11);
    });
    expect(screen.getAllByRole('button', { name: /^Pause/ })).toHaveLength(11);
    unmount();
    serve(...groups);
    await openList();
    await waitFor(() => {
      expect(screen.getAllByRole('article')).toHaveLength(12);
    });
    expect(screen.queryByRole('button', { name: /^Pause/ })).not.toBeInTheDocument();
    const sizes = screen
      .getAllByRole('region', { name: /^Week of / })
      .map((week) => within(week).getAllByRole('article').length);
    expect(sizes).toEqual([11, 1]);
  });

  test('says what the plan counts if that is not the number of requests', async () => {
    serve(...held());
    await openList();
    const used = await screen.findByText('7 of 25 reservation requests used');
    expect(used.parentElement).toHaveTextContent(/Each date at each restaurant counts as one\.$/);
    expect(screen.getByRole('link', { name: 'Active 1' })).toBeInTheDocument();
  });

  test('says nothing more if it is, and without a plan nothing', async () => {
    const counts = { active_reservations: 1, total_reservations: 1, limit: 25 };
    server.use(http.get('/api/reservations/counts/', () => HttpResponse.json(counts)));
    serve(...held());
    const { unmount } = await openList();
    await ticket('Osteria Lucciola');
    expect(await screen.findByText('1 of 25 reservation requests used')).toBeInTheDocument();
    expect(screen.queryByText(/Each date at each restaurant/)).not.toBeInTheDocument();
    unmount();
    server.use(
      http.get('/api/reservations/counts/', () =>
        HttpResponse.json({ ...counts, active_reservations: 0, limit: 0 }),
      ),
    );
    await openList();
    await ticket('Osteria Lucciola');
    expect(screen.queryByText(/reservation requests used/)).not.toBeInTheDocument();
  });

  test('shows the count on each tab and keeps the tab in the address', async () => {
    const { user, router } = await openList();
    await ticket('Osteria Lucciola');
    const tabs = within(screen.getByRole('navigation', { name: 'Status' }));
    expect(tabs.getByRole('link', { name: 'All 2' })).toHaveAttribute('aria-current', 'page');
    await user.click(tabs.getByRole('link', { name: 'Paused 1' }));
    await waitFor(() => {
      expect(requestedSearches()).toContain('?tables_first=true&status=paused');
    });
    expect(router.state.location.search).toEqual({ status: 'paused' });
  });

  test('has the same choice as a dropdown', async () => {
    const { user, router } = await openList();
    await ticket('Osteria Lucciola');
    await user.selectOptions(screen.getByLabelText('Show Reservation'), 'Confirmed (0)');
    expect(router.state.location.search).toEqual({ status: 'confirmed' });
  });

  test('ignores invalid search parameters', async () => {
    await openList('/reservations?status=eaten&page=-2&open=x&only=;');
    await ticket('Osteria Lucciola');
    expect(requestedSearches()).toContain('?tables_first=true');
  });

  test('shows its last page if the address has a later one', async () => {
    server.use(
      http.get('/api/reservations/', ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page') ?? '1');
        return HttpResponse.json(aPage(page <= 2 ? held() : [], { page, pages: 2 }));
      }),
    );
    const { router } = await openList('/reservations?page=9');
    await ticket('Osteria Lucciola');
    expect(router.state.location.search).toEqual({ page: '2' });
    expect(screen.getByText('Page 2 of 2')).toBeInTheDocument();
  });

  test('says how to add a first request', async () => {
    serve();
    await openList();
    expect(
      await screen.findByText(
        'No reservations here yet. Click "Add Reservation" button to add one.',
      ),
    ).toBeInTheDocument();
  });

  test('does not suggest a first request on an empty tab', async () => {
    serve();
    await openList('/reservations?status=paused');
    expect(await screen.findByText('Nothing paused.')).toBeInTheDocument();
  });

  test('can be loaded again after a failure', async () => {
    let isBroken = true;
    server.use(
      http.get('/api/reservations/', () => (isBroken ? refusal(500, 'broken', 'No.') : undefined)),
    );
    const { user } = await renderApp('/reservations');
    await screen.findByText('Failed to load reservations. Please try again later.');
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await ticket('Osteria Lucciola');
  });

  test('warns of a ban and links to the requests that risk it', async () => {
    const warning = {
      code: 'several_tasks',
      message: 'Two requests watch Salt Hay. Resy may ban accounts.',
      group_ids: [4070, 4098],
    };
    // The second one is on a later page of the list.
    const later = { ...paused, group_id: 4098 };
    server.use(
      http.get('/api/reservations/', ({ request }) => {
        const ids = new URL(request.url).searchParams.getAll('ids').map(Number);
        const found =
          ids.length === 0
            ? held()
            : [...held(), later].filter(({ group_id }) => ids.includes(group_id));
        return HttpResponse.json(aPage(found, { warnings: [warning] }));
      }),
    );
    const { user } = await openList();
    await user.click(await screen.findByRole('link', { name: 'Show both' }));
    await waitFor(() => {
      expect(screen.queryByRole('article', { name: 'Osteria Lucciola' })).not.toBeInTheDocument();
    });
    expect(await screen.findAllByRole('article', { name: 'Salt Hay' })).toHaveLength(2);
    await user.click(screen.getByRole('link', { name: 'Show all' }));
    await ticket('Osteria Lucciola');
  });

  test('shows all requests if none of those in the address exists', async () => {
    server.use(
      http.get('/api/reservations/', ({ request }) =>
        HttpResponse.json(aPage(new URL(request.url).searchParams.has('ids') ? [] : held())),
      ),
    );
    const { router } = await openList('/reservations?only=77');
    await ticket('Osteria Lucciola');
    expect(router.state.location.search).toEqual({});
  });

  test('shows a concierge the client and the account', async () => {
    serve(groupAt(['Vesper'], {}, { book_on_behalf: 'Priya R.', account_name: 'desk-resy-1' }));
    server.use(http.get('/api/users/me/', () => HttpResponse.json(aUser({ is_concierge: true }))));
    await openList('/reservations?view=cards');
    expect(await screen.findByText(/Booked on behalf of Priya R\. · desk-resy-1/)).toBeVisible();
  });
});
