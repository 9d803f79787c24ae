/** The list of requests over a mocked server: what it holds, which calls it received, and an outcome to send. */
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach } from 'vitest';
import type { Group, OutcomeEvent } from '@/api/reservation-types';
import { liveServer } from './fake-socket';
import { anOutcome } from './notifications';
import { renderApp } from './render';
import { aPage } from './reservation-fixtures';
import { groupAt } from './reservations';
import { server } from './server';

export const watched = groupAt(['Osteria Lucciola'], {}, { group_id: 4127, number: '04127' });
export const paused = groupAt(
  ['Salt Hay'],
  { status: 'paused' },
  { group_id: 4070, number: '04070' },
);

let stored: Group[] = [];
let searches: string[] = [];

/** Set what the server holds. */
export function serve(...groups: Group[]) {
  stored = groups;
}

export const held = (): Group[] => stored;
/** The query of each call for the list, oldest first. */
export const requestedSearches = (): readonly string[] => searches;

/** Call it once in a test file: before each test the server holds `watched` and `paused`. */
export function serveList() {
  beforeEach(() => {
    searches = [];
    serve(watched, paused);
    server.use(
      http.get('/api/reservations/', ({ request }) => {
        searches.push(new URL(request.url).search);
        return HttpResponse.json(aPage(stored));
      }),
      http.get('/api/reservations/:id/', ({ params }) =>
        Number.isNaN(Number(params.id)) ? undefined : HttpResponse.json(find(params.id)),
      ),
    );
  });
}

function find(id: unknown): Group {
  const group = stored.find((candidate) => candidate.group_id === Number(id));
  if (group === undefined) throw new RangeError(`No group ${String(id)} is served`);
  return group;
}

export function outcome(fields: Partial<OutcomeEvent> = {}): OutcomeEvent {
  const [member] = watched.members;
  return anOutcome({
    at: '2026-11-20T19:04:13.000Z',
    reservation_id: member?.id ?? 0,
    venue_name: 'Osteria Lucciola',
    ...fields,
  });
}

export const ticket = (name: string) => screen.findByRole('article', { name });
export const toasts = () => screen.queryAllByText(/^Booked: /);

export async function openList(address = '/reservations') {
  const app = await renderApp(address);
  await liveServer.admit();
  return app;
}
