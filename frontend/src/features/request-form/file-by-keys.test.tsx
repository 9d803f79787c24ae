/** A concierge files by the keyboard: the account is chosen, a client is picked by name, Ctrl+Enter files. */
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Group, ReservationBody } from '@/api/reservation-types';
import { savedDraft } from '@/entities/request/saved-draft';
import { expectFocus } from '@/testing/focus';
import { account, concierge, goOn, pickFromAddressBook, typeClient } from '@/testing/client-step';
import { aClient, aConcierge } from '@/testing/clients';
import { aTableRow, tableHandlers } from '@/testing/concierge-table';
import { liveServer } from '@/testing/fake-socket';
import { openTableAccount, user as aUser } from '@/testing/fixtures';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { acceptRequests, ADDRESS, button, choose, DAY, FILLED } from '@/testing/wizard';

let sent: ReservationBody[];

const [desk] = aConcierge().resy_accounts ?? [];
const oneAccount = () => {
  concierge({ resy_accounts: desk === undefined ? [] : [desk], ot_accounts: [] });
};

beforeEach(() => {
  oneAccount();
  choose('Petit Quai');
  sent = acceptRequests();
});

describe('the account', () => {
  test('is chosen by itself when a platform has one', async () => {
    await renderApp(ADDRESS);
    expect(await account(/^Desk one/)).toHaveAttribute('aria-pressed', 'true');
  });

  test('stays removed once the user has removed it', async () => {
    const { user, unmount } = await renderApp(ADDRESS);
    await user.click(await account(/^Desk one/));
    expect(await account(/^Desk one/)).toHaveAttribute('aria-pressed', 'false');
    unmount();
    await renderApp(ADDRESS);
    expect(await account(/^Desk one/)).toHaveAttribute('aria-pressed', 'false');
  });

  test.each([
    ['has several', concierge],
    [
      'has one that must reconnect',
      () => {
        concierge({
          resy_accounts: [],
          ot_accounts: [{ ...openTableAccount, status: 'needs_reconnect' }],
        });
      },
    ],
  ])('is not chosen where a platform %s', async (_, signIn) => {
    signIn();
    await renderApp(ADDRESS);
    await screen.findByRole('group', { name: 'Account' });
    const pressed = screen.queryAllByRole('button', { pressed: true });
    expect(pressed).toEqual([]);
  });
});

describe('Ctrl+Enter', () => {
  test.each(['{Control>}{Enter}{/Control}', '{Meta>}{Enter}{/Meta}'])(
    'files from the first step: %s',
    async (keys) => {
      savedDraft.write(aUser().id, JSON.stringify(FILLED));
      const app = await renderApp(ADDRESS);
      await account(/^Desk one/);
      await pickFromAddressBook(app);
      await app.user.keyboard(keys);
      await waitFor(() => {
        expect(sent).toMatchObject([
          { reservation: { dates: [DAY] }, clientDetails: { first_name: 'Lucía' } },
        ]);
      });
      expect(await screen.findByText("Request filed. We're watching.")).toBeInTheDocument();
    },
  );

  test('goes to the field of the client that is missing', async () => {
    const app = await renderApp(ADDRESS);
    await account(/^Desk one/);
    await typeClient(app);
    await app.user.clear(screen.getByLabelText('Email'));
    await app.user.click(screen.getByLabelText('CVV'));
    await app.user.keyboard('{Control>}{Enter}{/Control}');
    await expectFocus(() => screen.getByLabelText('Email'));
    expect(sent).toEqual([]);
  });

  test('shows what the request needs, and does not file by itself later', async () => {
    choose();
    const app = await renderApp(ADDRESS);
    await account(/^Desk one/);
    await pickFromAddressBook(app);
    await app.user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Please select a restaurant')).toBeInTheDocument();
    for (const back of screen.getAllByRole('button', { name: 'Back' }).slice(0, 1)) {
      await app.user.click(back);
    }
    choose('Petit Quai');
    await app.user.click(goOn());
    expect(await screen.findByText('Step 2 of 2')).toBeInTheDocument();
    expect(sent).toEqual([]);
    await app.user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => {
      expect(sent).toHaveLength(1);
    });
  });

  test('does nothing in an open dialog', async () => {
    const app = await renderApp(ADDRESS);
    await account(/^Desk one/);
    await pickFromAddressBook(app);
    await app.user.click(goOn());
    await app.user.click(await screen.findByRole('button', { name: 'Restaurant: Petit Quai' }));
    await screen.findByRole('dialog', { name: 'Add Restaurant' });
    await app.user.keyboard('{Control>}{Enter}{/Control}');
    expect(screen.getByRole('dialog', { name: 'Add Restaurant' })).toBeInTheDocument();
    expect(sent).toEqual([]);
  });
});

describe('Same again for another client', () => {
  const base = aTableRow(0);
  const filed: Group = {
    ...base,
    account_name: 'Desk one',
    book_on_behalf: 'Grace Hopper',
    party_size: 4,
    dates: [DAY],
    dates_by_choice: [DAY],
    note_to_restaurant: 'For Grace',
  };

  async function openList() {
    server.use(
      ...tableHandlers([filed]),
      http.get(`/api/reservations/${filed.group_id}/`, () => HttpResponse.json(filed)),
    );
    const app = await renderApp('/reservations');
    await liveServer.admit();
    await screen.findByRole('grid', { name: 'Requests' });
    return app;
  }

  test('by the key of the table: the request is filled, the client is picked by name', async () => {
    const asked: unknown[] = [];
    server.use(
      http.get('/api/venues/:id/', ({ params }) => {
        asked.push(params.id);
        return undefined;
      }),
    );
    const app = await openList();
    // As in the product: what the form has just read is fresh for the parts that show it.
    app.queryClient.setDefaultOptions({ queries: { retry: false, staleTime: 15_000 } });
    await app.user.keyboard('j');
    await expectFocus(() => screen.getByRole('row', { name: /Grace Hopper/ }));
    await app.user.keyboard('s');
    const box = await screen.findByPlaceholderText('Search by name, email or phone');
    await expectFocus(box);
    expect(app.router.state.location.search).toEqual({});
    await app.user.keyboard('luc{Enter}');
    await waitFor(() => {
      expect(screen.getByLabelText('First name')).toHaveValue('Lucía');
    });
    await expectFocus(() => button(/^Client book Lucía/));
    await app.user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => {
      expect(sent).toMatchObject([
        {
          reservation: { party_size: 4, dates: [DAY], note_to_restaurant: '' },
          clientDetails: { first_name: 'Lucía', email: aClient().email },
        },
      ]);
    });
    expect(asked).toEqual(filed.venues.map(({ id }) => String(id)));
  });

  test('from the panel of the request', async () => {
    const { user } = await openList();
    await user.click(screen.getByRole('row', { name: /Grace Hopper/ }));
    const panel = await screen.findByRole('dialog');
    await user.click(
      await within(panel).findByRole('link', { name: /^Same again for another client/ }),
    );
    expect(
      await screen.findByPlaceholderText('Search by name, email or phone'),
    ).toBeInTheDocument();
    expect(screen.getByLabelText('First name')).toHaveValue('');
  });
});
