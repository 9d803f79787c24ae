import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { expectFocus } from '@/testing/focus';
import { aConcierge } from '@/testing/clients';
import { aRequestTable, tableHandlers } from '@/testing/concierge-table';
import { user as aUser } from '@/testing/fixtures';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { MOST_FILTERS, readFilters } from './saved-filters-store';

const KEY = `table-filters:${aUser().id}`;
const SAVE = { name: 'Save these filters' };

beforeEach(() => {
  server.use(
    http.get('/api/users/me/', () => HttpResponse.json(aUser(aConcierge()))),
    ...tableHandlers(aRequestTable(8)),
  );
});

async function openTable(address = '/reservations') {
  const app = await renderApp(address);
  await screen.findByRole('grid', { name: 'Requests' });
  return app;
}

test('filters are named, found again after a reload, and deleted, by the keyboard', async () => {
  const first = await openTable('/reservations?client=Priya Raghunathan&sort=client');
  screen.getByRole('button', SAVE).focus();
  await first.user.keyboard('{Enter}');
  await expectFocus(() => screen.getByLabelText('Name'));
  await first.user.keyboard('Mine{Enter}');
  expect(await screen.findByRole('link', { name: 'Mine' })).toBeInTheDocument();
  first.unmount();

  const { user, router } = await openTable();
  screen.getByRole('link', { name: 'Mine' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => {
    expect(router.state.location.search).toEqual({ client: 'Priya Raghunathan' });
  });
  screen.getByRole('button', { name: 'Delete the filter Mine' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('link', { name: 'Mine' })).not.toBeInTheDocument();
  expect(readFilters(aUser().id)).toEqual([]);
});

test('nothing can be saved while nothing is filtered', async () => {
  await openTable();
  expect(screen.queryByRole('button', SAVE)).not.toBeInTheDocument();
});

test('a full list says so', async () => {
  const filters = Array.from({ length: MOST_FILTERS }, (_, n) => ({
    name: `Filter ${n}`,
    search: { q: 'x' },
  }));
  localStorage.setItem(KEY, JSON.stringify(filters));
  await openTable('/reservations?client=Priya Raghunathan');
  expect(screen.getByText(/^You have 20 filters/)).toBeInTheDocument();
  expect(screen.queryByRole('button', SAVE)).not.toBeInTheDocument();
});

test('an unreadable list is empty', () => {
  localStorage.setItem(KEY, '{');
  expect(readFilters(aUser().id)).toEqual([]);
});
