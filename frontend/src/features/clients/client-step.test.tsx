import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReservationBody } from '@/api/reservation-types';
import { enter } from '@/testing/enter';
import { expectFocus } from '@/testing/focus';
import {
  account,
  concierge,
  cvv,
  goOn,
  pickFromAddressBook,
  toSecondStep,
  typeClient,
} from '@/testing/client-step';
import { user as aUser } from '@/testing/fixtures';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { acceptRequests, ADDRESS, button, choose, fill, reserve } from '@/testing/wizard';

let sent: ReservationBody[];

beforeEach(() => {
  concierge();
  choose('Petit Quai');
  sent = acceptRequests();
});

describe('Continue', () => {
  test('requires an account and each of the ten fields', async () => {
    const app = await renderApp(ADDRESS);
    expect(screen.getByText('Step 1 of 2')).toBeInTheDocument();
    await account(/^Desk one/);
    await typeClient(app);
    expect(goOn()).toBeDisabled();
    expect(screen.getAllByText('Choose an account first.')).not.toHaveLength(0);
    await app.user.click(await account(/^Desk one/));
    expect(goOn()).toBeEnabled();
    for (const label of [
      'First name',
      'Last name',
      'Email',
      'Zip code',
      'Phone',
      'Card number',
      'CVV',
    ]) {
      const box = screen.getByLabelText<HTMLInputElement>(label);
      const { value } = box;
      await app.user.clear(box);
      expect(goOn()).toBeDisabled();
      await enter(app.user, box, value);
      expect(goOn()).toBeEnabled();
    }
    await app.user.selectOptions(screen.getByLabelText('Expiry month'), '');
    expect(goOn()).toBeDisabled();
    expect(screen.getAllByText('9 of 10 details in. Still needed: expiry month.')).not.toHaveLength(
      0,
    );
  });

  test('requires no client for an account that is not a concierge’s', async () => {
    concierge({ resy_accounts: aUser().resy_accounts, ot_accounts: [] });
    const app = await renderApp(ADDRESS);
    expect(await account(/^Maya Okafor/)).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByLabelText('Card number')).not.toBeInTheDocument();
    await app.user.click(goOn());
    await fill(app);
    await app.user.click(reserve());
    await waitFor(() => {
      expect(sent[0]).toMatchObject({ clientDetails: null, selectedResyAccount: 1 });
    });
  });

  test('names invalid fields and focuses the first', async () => {
    const app = await renderApp(ADDRESS);
    await app.user.click(await account(/^Desk one/));
    await typeClient(app);
    await app.user.type(screen.getByLabelText('Card number'), '{Backspace}3');
    await app.user.clear(screen.getByLabelText('Email'));
    await app.user.type(screen.getByLabelText('Email'), 'grace@');
    await app.user.click(goOn());
    await expectFocus(() => screen.getByLabelText('Email'));
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Must be valid email');
    expect(screen.getByText('Please enter a valid card number.')).toBeInTheDocument();
    await app.user.type(screen.getByLabelText('Email'), 'example.org');
    expect(screen.queryByText('Must be valid email')).not.toBeInTheDocument();
  });
});

describe('the accounts', () => {
  test('are at most one for each platform, and a second click removes one', async () => {
    const app = await renderApp(ADDRESS);
    await app.user.click(await account(/^Desk one/));
    await app.user.click(await account(/^Desk two/));
    await app.user.click(await account(/OpenTable · .*Needs reconnect/));
    expect(await account(/^Desk one/)).toHaveAttribute('aria-pressed', 'false');
    expect(await account(/^Desk two/)).toHaveAttribute('aria-pressed', 'true');
    await typeClient(app);
    await app.user.click(await account(/^Desk two/));
    await app.user.click(goOn());
    await fill(app);
    await app.user.click(reserve());
    await waitFor(() => {
      expect(sent[0]).toMatchObject({ selectedResyAccount: null, selectedOpenTableAccount: 11 });
    });
  });

  test('when there is none, one has to be connected', async () => {
    concierge({ resy_accounts: [], ot_accounts: [] });
    await renderApp(ADDRESS);
    const accounts = within(await screen.findByRole('group', { name: 'Account' }));
    expect(accounts.getByRole('link', { name: 'Connect an account' })).toBeInTheDocument();
    expect(goOn()).toBeDisabled();
  });
});

describe('the address book', () => {
  test('fills the fields, and the unchanged mask keeps the card', async () => {
    const app = await renderApp(ADDRESS);
    await toSecondStep(app);
    await fill(app);
    await app.user.click(reserve());
    await waitFor(() => {
      expect(sent[0]).toMatchObject({
        selectedResyAccount: 1,
        selectedOpenTableAccount: null,
        clientDetails: {
          first_name: 'Lucía',
          phone: '6465550119',
          phone_country_code: '+1',
          cc_number: '•••• 4242',
          cvc: null,
          save: true,
        },
      });
    });
  });

  test('is searched by the server', async () => {
    const { user } = await renderApp(ADDRESS);
    await user.click(await screen.findByRole('button', { name: /^Client book/ }));
    await user.type(await screen.findByPlaceholderText('Search by name, email or phone'), 'hopp');
    await waitFor(() => {
      expect(screen.queryByRole('option', { name: /^Lucía/ })).not.toBeInTheDocument();
    });
    await user.keyboard('{Enter}');
    expect(screen.getByLabelText('Country code')).toHaveValue('United Kingdom');
    expect(screen.getByLabelText('Card number')).toHaveValue('');
    await expectFocus(() => button(/^Client book Grace Hopper/));
    await user.click(button('Clear the client'));
    expect(screen.getByLabelText('First name')).toHaveValue('');
  });

  test('says that it is empty, and that nobody matches', async () => {
    server.use(
      http.get('/api/clients/', () =>
        HttpResponse.json({ clients: [], count: 0, page: 1, pages: 1 }),
      ),
    );
    const { user } = await renderApp(ADDRESS);
    await user.click(await screen.findByRole('button', { name: /^Client book/ }));
    expect(await screen.findByText(/^Your client book is empty/)).toBeInTheDocument();
    await user.type(screen.getByPlaceholderText('Search by name, email or phone'), 'zz');
    expect(await screen.findByText('No client matches “zz”.')).toBeInTheDocument();
  });

  test('that could not be loaded can be tried again', async () => {
    server.use(http.get('/api/clients/', () => HttpResponse.error(), { once: true }));
    const { user } = await renderApp(ADDRESS);
    await user.click(await screen.findByRole('button', { name: /^Client book/ }));
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('option', { name: /^Lucía/ })).toBeInTheDocument();
  });

  test('accepts another card instead of the one on file', async () => {
    const app = await renderApp(ADDRESS);
    await app.user.click(await account(/^Desk one/));
    await pickFromAddressBook(app);
    expect(cvv()).toHaveAttribute('readonly');
    await app.user.click(button('Change the card'));
    await expectFocus(() => screen.getByLabelText('Card number'));
    expect(screen.getByLabelText('Card number')).toHaveValue('');
    expect(goOn()).toBeDisabled();
  });
});
