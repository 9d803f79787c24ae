import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Group } from '@/api/reservation-types';
import { expectFocus } from '@/testing/focus';
import { aConcierge } from '@/testing/clients';
import { aRequestTable, aTableRow, tableHandlers } from '@/testing/concierge-table';
import { liveServer } from '@/testing/fake-socket';
import { user as aUser } from '@/testing/fixtures';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { aPage, aWatch } from '@/testing/reservation-fixtures';
import { server } from '@/testing/server';
import * as files from '@/lib/save-file';

beforeEach(() => {
  server.use(http.get('/api/users/me/', () => HttpResponse.json(aUser(aConcierge()))));
});

async function openTable(
  groups: Group[] = aRequestTable(8),
  address = '/reservations',
  refuse?: Parameters<typeof tableHandlers>[1],
) {
  server.use(...tableHandlers(groups, refuse));
  const app = await renderApp(address);
  await liveServer.admit();
  await screen.findByRole('grid', { name: 'Requests' });
  return app;
}

const rows = () => screen.getAllByRole('row').filter((row) => row.hasAttribute('data-group-id'));
const row = (group: Group) =>
  rows().find((candidate) => candidate.dataset.groupId === String(group.group_id)) ?? rows()[0];
const box = (group: Group) =>
  within(row(group) ?? document.body).getByRole('checkbox', { name: /^Select / });
const bar = () => screen.getByRole('toolbar', { name: 'Selected requests' });
const TABLE = aRequestTable(8);
const [first, second, third, fourth] = TABLE as [Group, Group, Group, Group];

describe('the table', () => {
  test('is a concierge’s list: client, restaurants, dates, status, account', async () => {
    await openTable();
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '9');
    expect(row(third)).toHaveTextContent('Priya Raghunathan');
    expect(row(third)).toHaveTextContent('Jangdok, Maison Orchard, Kawaya Counter +2');
    expect(row(third)).toHaveTextContent('desk-ot-1');
    expect(row(first)).toHaveTextContent('Booking');
    expect(screen.getByText('5 active for 4 clients')).toBeInTheDocument();
    const tabs = within(screen.getByRole('navigation', { name: 'Status' }));
    expect(tabs.getByRole('link', { name: 'Paused 1' })).toBeInTheDocument();
  });

  test('is replaced by cards on request, and comes back', async () => {
    const { user, router } = await openTable();
    await user.click(screen.getByRole('link', { name: 'Cards' }));
    expect(await screen.findAllByRole('article')).not.toHaveLength(0);
    expect(router.state.location.search).toEqual({ view: 'cards' });
    await user.click(screen.getByRole('link', { name: 'Table' }));
    expect(await screen.findByRole('grid')).toBeInTheDocument();
  });

  test('loads all requests and keeps only the rows near the screen in the document', async () => {
    await openTable(aRequestTable(1200));
    await waitFor(() => {
      expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '1201');
    });
    expect(rows().length).toBeLessThan(40);
  });

  test('filters by the address, and writes its filters there', async () => {
    const { user, router } = await openTable(TABLE, '/reservations?client=Priya Raghunathan');
    expect(rows()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Client: Priya Raghunathan' }));
    await user.click(await screen.findByRole('option', { name: /Tomasz Król/ }));
    await waitFor(() => {
      expect(router.state.location.search).toEqual({ client: 'Tomasz Król' });
    });
    expect(rows()).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => {
      expect(rows()).toHaveLength(8);
    });
  });

  test('filters by typed text, says when nothing matches, and clears it', async () => {
    const { user, router } = await openTable();
    await user.type(screen.getByRole('searchbox'), 'nowhere');
    expect(await screen.findByText('Nothing matches these filters.')).toBeInTheDocument();
    expect(router.state.location.search).toEqual({ q: 'nowhere' });
  });

  test('sorts by a column, reverses it, and returns to the next dinner first', async () => {
    const { user, router } = await openTable();
    const column = () => screen.getByRole('columnheader', { name: 'Client' });
    const press = () => user.click(within(column()).getByRole('link'));
    await press();
    await waitFor(() => {
      expect(column()).toHaveAttribute('aria-sort', 'ascending');
    });
    expect(rows()[0]).toHaveTextContent('Desmond Achebe');
    await press();
    await waitFor(() => {
      expect(rows()[0]).toHaveTextContent('Tomasz Król');
    });
    within(column()).getByRole('link').focus();
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(router.state.location.search).toEqual({});
    });
  });

  test('is grouped by the day of the dinner, with its warnings in the rows', async () => {
    const later = aTableRow(1, { group_id: 5, number: '00005' });
    const same = aTableRow(1, { group_id: 6, number: '00006' });
    const sooner = aTableRow(0, { group_id: 4, number: '00004' });
    const table = [later, same, sooner];
    server.use(
      http.get('/api/reservations/', () =>
        HttpResponse.json({
          ...aPage(table),
          warnings: [{ venue: 2, message: 'Two requests at one restaurant.', group_ids: [5, 6] }],
        }),
      ),
    );
    await renderApp('/reservations');
    await liveServer.admit();
    await screen.findByRole('grid', { name: 'Requests' });
    expect(rows().map(({ dataset }) => dataset.groupId)).toEqual(['4', '6', '5']);
    expect(rows().map(({ dataset }) => dataset.startsDay)).toEqual([undefined, 'true', undefined]);
    const warned = rows().map((shown) => shown.textContent.includes('You have another request'));
    expect(warned).toEqual([false, true, true]);
  });

  test('that could not be loaded can be tried again', async () => {
    server.use(http.get('/api/reservations/', () => refusal(403, 'no', 'No.')));
    const { user } = await renderApp('/reservations');
    await screen.findByText('Failed to load reservations. Please try again later.');
    server.use(...tableHandlers(TABLE));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('grid')).toBeInTheDocument();
  });

  test('opens the timeline of the clicked row', async () => {
    const { user, router } = await openTable();
    await user.click(within(row(second) ?? document.body).getByText('Tomasz Król'));
    const sheet = await screen.findByRole('dialog', { name: /^The Quiet Harbor/ });
    expect(router.state.location.search).toEqual({ open: String(second.group_id) });
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(sheet).not.toBeInTheDocument();
    });
    await expectFocus(() => row(second));
  });
});

describe('a live table', () => {
  test('updates a row in its place', async () => {
    await openTable();
    const [member] = second.members;
    await liveServer.sendLive({
      type: 'watch.ticks',
      at: '2026-11-20T19:10:00.000Z',
      ticks: [
        {
          ...aWatch({ state: 'needs_reconnect' }),
          last_check_at: '2026-11-20T19:10:00.000Z',
          group_id: second.group_id,
          reservation_id: member?.id ?? 0,
        },
      ],
    });
    expect(row(second)).toHaveTextContent('Needs reconnect');
    expect(rows()[1]).toBe(row(second));
  });

  test('keeps a row that no longer matches until Update', async () => {
    const { user } = await openTable(TABLE, '/reservations?status=active', () => null);
    const shown = rows().length;
    await user.click(box(second));
    await user.click(within(bar()).getByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('1 request paused')).toBeInTheDocument();
    expect(rows()).toHaveLength(shown);
    expect(row(second)).toHaveAttribute('data-status', 'paused');
    await user.click(screen.getByRole('button', { name: '1 no longer matches · Update' }));
    expect(rows()).toHaveLength(shown - 1);
  });

  test('shows a request that was filed elsewhere after a click', async () => {
    const { user } = await openTable();
    const filed = aTableRow(1, { group_id: 100_001, number: '100001' });
    server.use(...tableHandlers([filed, ...TABLE]));
    await liveServer.send({
      seq: 1,
      type: 'reservation.changed',
      at: '2026-11-20T19:04:13.000Z',
      group_id: filed.group_id,
      group_status: 'active',
      what: 'filed',
      reason: null,
      reason_text: null,
    });
    await user.click(await screen.findByRole('button', { name: '1 new · Update' }));
    expect(rows()[1]).toHaveAttribute('data-group-id', String(filed.group_id));
  });
});

describe('bulk actions', () => {
  test('work on rows selected by clicks, a range by Shift, and all by the head', async () => {
    const { user } = await openTable();
    await user.click(box(second));
    await user.keyboard('{Shift>}');
    await user.click(box(fourth));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('3 selected')).toBeInTheDocument();
    expect(row(third)).toHaveAttribute('aria-selected', 'true');
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(screen.getByText('8 selected')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
  });

  test('work on rows selected by keys, from the title on', async () => {
    const { user } = await openTable();
    screen.getByRole('heading', { level: 1 }).focus();
    await user.keyboard('jj');
    await expectFocus(() => row(second));
    await user.keyboard('x');
    await user.keyboard('{Shift>}j{/Shift}');
    await expectFocus(() => row(third));
    expect(screen.getByText('2 selected')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
    await user.keyboard('/');
    await expectFocus(() => screen.getByRole('searchbox'));
    await user.keyboard('jx');
    expect(screen.getByRole('searchbox')).toHaveValue('jx');
  });

  test('delete after a confirmation, with one report of the failures and their reasons', async () => {
    const { user } = await openTable(TABLE, '/reservations', (group) =>
      group.group_id === second.group_id
        ? { code: 'already_booked', message: 'Too late to stop: the table is already booked.' }
        : null,
    );
    for (const group of [first, second, third]) await user.click(box(group));
    await user.click(within(bar()).getByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('dialog', { name: 'Delete 3 requests?' });
    await user.click(within(question).getByRole('button', { name: 'Delete 3' }));
    const report = await screen.findByRole('dialog', { name: '2 of 3 requests deleted' });
    expect(report).toHaveTextContent('Too late to stop: the table is already booked.');
    expect(report).toHaveTextContent(/Tomasz Król, .+, \w{3}, \w{3} \d+/);
    expect(report).not.toHaveTextContent('Priya');
    await user.click(within(report).getByRole('button', { name: 'Got it' }));
    expect(await screen.findByText('1 selected')).toBeInTheDocument();
    expect(row(first)).toHaveAttribute('data-status', 'canceled');
    expect(row(second)).toHaveAttribute('data-status', 'active');
  });

  test('report requests that the server does not answer for', async () => {
    const { user } = await openTable();
    server.use(
      http.post('/api/reservations/bulk/', () => refusal(503, 'resting', 'Tablehawk is resting.')),
    );
    await user.click(box(first));
    await user.click(within(bar()).getByRole('button', { name: 'Pause' }));
    const report = await screen.findByRole('dialog', { name: '0 of 1 request paused' });
    expect(report).toHaveTextContent('Tablehawk is resting.');
  });

  test('export the selected rows, or all that are shown', async () => {
    const save = vi.spyOn(files, 'saveCsv').mockImplementation(() => undefined);
    const { user } = await openTable();
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    expect(save.mock.lastCall?.[1].trim().split('\r\n')).toHaveLength(9);
    await user.click(box(third));
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    const [, line] = save.mock.lastCall?.[1].trim().split('\r\n') ?? [];
    expect(line).toContain('Priya Raghunathan');
    expect(save.mock.lastCall?.[1].trim().split('\r\n')).toHaveLength(2);
  });
});
