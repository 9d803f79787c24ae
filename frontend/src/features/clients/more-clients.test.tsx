/** One request for several clients: chips in the first step, and one call that files all or none. */
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReservationBody } from '@/api/reservation-types';
import { savedDraft } from '@/entities/request/saved-draft';
import { expectFocus } from '@/testing/focus';
import { account, concierge, goOn, pickFromAddressBook, typeClient } from '@/testing/client-step';
import { user as aUser } from '@/testing/fixtures';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { acceptRequests, ADDRESS, button, choose, FILLED, type App } from '@/testing/wizard';

let sent: ReservationBody[];

beforeEach(() => {
  concierge();
  choose('Petit Quai');
  savedDraft.write(aUser().id, JSON.stringify(FILLED));
  sent = acceptRequests();
});

/** Lucía as a chip, and the book open for the next client. */
async function addLucia(app: App) {
  await app.user.click(await account(/^Desk one/));
  await pickFromAddressBook(app);
  await app.user.click(button('Add another client'));
  await screen.findByPlaceholderText('Search by name, email or phone');
}

/** The book closes, and its button has the focus. */
async function closeBook({ user }: App) {
  await user.keyboard('{Escape}');
  await waitFor(() => {
    expect(screen.queryByPlaceholderText('Search by name, email or phone')).toBeNull();
  });
}

const file = '{Control>}{Enter}{/Control}';

describe('several clients', () => {
  test('are added as chips and sent in one call', async () => {
    const app = await renderApp(ADDRESS);
    await addLucia(app);
    expect(screen.getByLabelText('First name')).toHaveValue('');
    await closeBook(app);
    await typeClient(app);
    expect(screen.getAllByText(/Lucía Fernández de la Vega and Grace Hopper/)).not.toHaveLength(0);
    await app.user.keyboard(file);
    await waitFor(() => {
      expect(sent).toMatchObject([
        { clientDetails: { first_name: 'Lucía' }, moreClients: [{ first_name: 'Grace' }] },
      ]);
    });
  });

  test('an added client is enough, and a removed one is not sent', async () => {
    const app = await renderApp(ADDRESS);
    await addLucia(app);
    await closeBook(app);
    expect(goOn()).toBeEnabled();
    await app.user.click(button('Remove Lucía Fernández de la Vega'));
    expect(goOn()).toBeDisabled();
    await typeClient(app);
    await app.user.keyboard(file);
    await waitFor(() => {
      expect(sent).toMatchObject([{ clientDetails: { first_name: 'Grace' } }]);
    });
    expect(sent[0]).not.toHaveProperty('moreClients');
  });

  test('a client with a missing field is not added', async () => {
    const app = await renderApp(ADDRESS);
    await app.user.click(await account(/^Desk one/));
    await app.user.click(button('Add another client'));
    await expectFocus(() => screen.getByLabelText('First name'));
    expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
  });

  test('the one who is refused takes the form, with the reason', async () => {
    server.use(
      http.post('/api/reservations/', () =>
        HttpResponse.json(
          {
            message: 'We filed nothing, because not all of your clients can get this request.',
            code: 'clients_refused',
            clients: [{ at: 0, message: 'You already have a table.', errors: {} }],
          },
          { status: 409 },
        ),
      ),
    );
    const app = await renderApp(ADDRESS);
    await addLucia(app);
    await closeBook(app);
    await typeClient(app);
    await app.user.keyboard(file);
    expect(
      await screen.findByText('Lucía Fernández de la Vega: You already have a table.'),
    ).toBeInTheDocument();
    expect(screen.getByLabelText('First name')).toHaveValue('Lucía');
    const chips = within(screen.getByRole('group', { name: 'More clients' }));
    expect(chips.getByRole('button', { name: 'Remove Grace Hopper' })).toBeInTheDocument();
  });
});
