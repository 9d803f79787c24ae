import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as files from '@/lib/save-file';
import type { BookEntry } from '@/api/reservation-types';
import { expectFocus } from '@/testing/focus';
import { aClient, aConcierge } from '@/testing/clients';
import { user as aUser } from '@/testing/fixtures';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const CALL = '/api/clients/';
let book: BookEntry[];
let calls: { method: string; path: string; body: unknown }[];

/** A small server: it searches, adds, changes and deletes. */
function serveBook() {
  server.use(
    http.get('/api/users/me/', () => HttpResponse.json(aUser(aConcierge()))),
    http.get(CALL, ({ request }) => {
      const { searchParams } = new URL(request.url);
      const typed = (searchParams.get('search') ?? '').toLowerCase();
      const page = Number(searchParams.get('page') ?? 1);
      const found = book.filter(({ first_name, last_name, email }) =>
        `${first_name} ${last_name} ${email}`.toLowerCase().includes(typed),
      );
      const clients = found.slice((page - 1) * 50, page * 50);
      const pages = Math.max(1, Math.ceil(found.length / 50));
      return HttpResponse.json({ clients, count: found.length, page, pages });
    }),
    http.post(CALL, async ({ request }) => {
      const body = (await request.json()) as Partial<BookEntry>;
      calls.push({ method: 'POST', path: CALL, body });
      const client = aClient({ ...body, id: 99, cards: [] });
      book.push(client);
      return HttpResponse.json({ message: 'Added.', client }, { status: 201 });
    }),
    http.patch(`${CALL}:id/`, async ({ request, params }) => {
      const body = (await request.json()) as Partial<BookEntry>;
      calls.push({ method: 'PATCH', path: String(params.id), body });
      book = book.map((client) =>
        client.id === Number(params.id) ? { ...client, first_name: body.first_name ?? '' } : client,
      );
      return HttpResponse.json({ message: 'Client saved.', client: book[0] });
    }),
    http.delete(`${CALL}:id/`, ({ params }) => {
      calls.push({ method: 'DELETE', path: String(params.id), body: null });
      book = book.filter(({ id }) => id !== Number(params.id));
      return HttpResponse.json({ message: 'Grace Hopper is deleted.' });
    }),
    http.delete(`${CALL}:id/cards/:account/`, ({ params }) => {
      calls.push({
        method: 'DELETE',
        path: `${String(params.id)}/${String(params.account)}`,
        body: null,
      });
      book = book.map((client) => ({ ...client, cards: [] }));
      return HttpResponse.json({ message: 'We deleted this card.' });
    }),
  );
}

const GRACE = { id: 32, first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.org' };

beforeEach(() => {
  calls = [];
  book = [aClient({ open_groups: [7, 9] }), aClient({ ...GRACE, cards: [] })];
  serveBook();
});

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const dialog = () => screen.findByRole('dialog');

describe('the client book', () => {
  test('lists each client with contact, card and open requests', async () => {
    await renderApp('/clients');
    const lucia = await row('Lucía');
    expect(lucia).toHaveTextContent('lucia.fdv@example.com');
    expect(lucia).toHaveTextContent('+1 646-555-0119');
    expect(lucia).toHaveTextContent('•••• 4242 expires 08/29');
    expect(within(lucia).getByRole('link', { name: /^2 open requests for Lucía/ })).toHaveAttribute(
      'href',
      expect.stringContaining('/reservations?client='),
    );
    expect(await row('Grace')).toHaveTextContent(/No card yet.*None/);
    expect(screen.getByText('2 clients')).toBeInTheDocument();
  });

  test('is searched by the server, and the search stays in the address', async () => {
    const { user, router } = await renderApp('/clients?page=2');
    await user.type(await screen.findByRole('searchbox'), 'grace{Enter}');
    await waitFor(() => {
      expect(screen.getByText('1 client found')).toBeInTheDocument();
    });
    expect(router.state.location.search).toEqual({ q: 'grace' });
    expect(screen.queryByRole('row', { name: /Lucía/ })).toBeNull();
    await user.clear(screen.getByRole('searchbox'));
    expect(await row('Lucía')).toBeInTheDocument();
  });

  test('has pages of fifty', async () => {
    book = Array.from({ length: 120 }, (_, index) =>
      aClient({ id: index, first_name: `Guest${index}` }),
    );
    const { user } = await renderApp('/clients');
    expect(await screen.findByText('Page 1 of 3')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Next' }));
    expect(await row('Guest50 ')).toBeInTheDocument();
    expect(screen.getByText('Page 2 of 3')).toBeInTheDocument();
    expect(screen.getByText('120 clients')).toBeInTheDocument();
  });

  test('says what to do while it is empty, and offers no export', async () => {
    book = [];
    await renderApp('/clients');
    expect(await screen.findByText(/^Your client book is empty/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled();
  });

  test('names a search that finds nobody', async () => {
    await renderApp('/clients?q=nobody');
    expect(await screen.findByText('No client matches “nobody”.')).toBeInTheDocument();
  });

  test('offers another try if it did not load', async () => {
    server.use(http.get(CALL, () => refusal(503, 'away', 'Not now.'), { once: true }));
    const { user } = await renderApp('/clients');
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(await row('Grace')).toBeInTheDocument();
  });

  test('is refused to others with a way on', async () => {
    server.use(http.get(CALL, () => refusal(403, 'not_concierge', 'No.')));
    await renderApp('/clients');
    expect(await screen.findByText('Only concierge accounts have a client book.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add client' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Go to your reservations' })).toBeInTheDocument();
  });

  test('is saved as a file', async () => {
    const save = vi.spyOn(files, 'saveCsv').mockImplementation(() => undefined);
    server.use(
      http.get(`${CALL}export/`, () =>
        HttpResponse.text('First name\r\nGrace\r\n', { headers: { 'Content-Type': 'text/csv' } }),
      ),
    );
    const { user } = await renderApp('/clients');
    await row('Grace');
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => {
      expect(save).toHaveBeenCalledWith(
        expect.stringMatching(/^clients-\d{4}-\d\d-\d\d\.csv$/),
        'First name\r\nGrace\r\n',
      );
    });
  });
});

describe('a client', () => {
  test('is added', async () => {
    const { user } = await renderApp('/clients');
    await row('Grace');
    await user.click(screen.getByRole('button', { name: 'Add client' }));
    const form = within(await dialog());
    await user.click(form.getByRole('button', { name: 'Save client' }));
    expect(await form.findByText('First name is required!')).toBeInTheDocument();
    await expectFocus(() => form.getByLabelText('First name'));
    await user.type(form.getByLabelText('First name'), 'Ada');
    await user.type(form.getByLabelText('Last name'), 'Lovelace');
    await user.type(form.getByLabelText('Email'), 'ada@example.org');
    await user.type(form.getByLabelText('Zip code'), '10012');
    await user.type(form.getByLabelText('Phone'), '2125550177');
    await user.click(form.getByRole('button', { name: 'Save client' }));
    expect(await row('Ada Lovelace')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls).toEqual([
      {
        method: 'POST',
        path: CALL,
        body: {
          first_name: 'Ada',
          last_name: 'Lovelace',
          email: 'ada@example.org',
          zip_code: '10012',
          phone_country_code: '+1',
          phone: '2125550177',
        },
      },
    ]);
  });

  test('is changed, and the server refuses at the field', async () => {
    const { user } = await renderApp('/clients');
    await user.click(await screen.findByRole('button', { name: 'Change Grace Hopper' }));
    const form = within(await dialog());
    expect(form.getByLabelText('Email')).toHaveValue('grace@example.org');
    server.use(
      http.patch(
        `${CALL}:id/`,
        () =>
          HttpResponse.json(
            {
              code: 'client_exists',
              message: 'Taken.',
              errors: { email: 'A client with this email is already in your book.' },
            },
            { status: 409 },
          ),
        { once: true },
      ),
    );
    await user.click(form.getByRole('button', { name: 'Save client' }));
    expect(await form.findByText(/already in your book/)).toBeInTheDocument();
    expect(form.queryByText('Not saved')).toBeNull();
    await user.clear(form.getByLabelText('First name'));
    await user.type(form.getByLabelText('First name'), 'Grace B.');
    await user.click(form.getByRole('button', { name: 'Save client' }));
    expect(await row('Grace B. Hopper')).toBeInTheDocument();
  });

  test('is deleted after a question, and not while it has requests', async () => {
    const { user } = await renderApp('/clients');
    await user.click(await screen.findByRole('button', { name: 'Change Grace Hopper' }));
    await user.click(within(await dialog()).getByRole('button', { name: 'Delete client' }));
    const asks = within(await screen.findByRole('dialog', { name: 'Delete Grace Hopper?' }));
    server.use(
      http.delete(`${CALL}:id/`, () => refusal(409, 'client_in_use', 'It has open requests.'), {
        once: true,
      }),
    );
    await user.click(asks.getByRole('button', { name: 'Delete client' }));
    expect(await asks.findByText('It has open requests.')).toBeInTheDocument();
    await user.click(asks.getByRole('button', { name: 'Delete client' }));
    await waitFor(() => {
      expect(screen.queryByRole('row', { name: /Grace/ })).toBeNull();
    });
    expect(calls).toEqual([{ method: 'DELETE', path: '32', body: null }]);
  });

  test('shows its cards, and forgets one', async () => {
    const { user } = await renderApp('/clients');
    await user.click(await screen.findByRole('button', { name: /^Change Lucía/ }));
    const form = within(await dialog());
    await user.click(form.getByRole('button', { name: /^Forget the card •••• 4242 at Resy/ }));
    expect(await form.findByText('We deleted this card.')).toBeInTheDocument();
    expect(await form.findByText(/^A card comes in with the first request/)).toBeInTheDocument();
    expect(calls).toEqual([{ method: 'DELETE', path: '31/1', body: null }]);
  });
});
