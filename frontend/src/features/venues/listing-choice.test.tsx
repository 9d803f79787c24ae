/** Party, day and time above the listing, and from there to the page that files the request. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReservationBody } from '@/api/reservation-types';
import { savedDraft, VISITOR_ID } from '@/entities/request/saved-draft';
import { renderApp } from '@/testing/render';
import { acceptRequests, DAY, signIn } from '@/testing/wizard';

const CHOICE = `party=4&date=${DAY}&time=late`;
const CHOSEN = {
  party_size: 4,
  dates: [DAY],
  start_time: '20:30',
  end_time: '22:30',
};
const SENTENCE = { name: 'Your request in a sentence' };

const sentence = async () => within(await screen.findByRole('group', SENTENCE));
const firstLink = async (name: string) =>
  (await screen.findAllByRole('link', { name })).find((link) => link.tabIndex === 0);

function first<T>([one]: readonly (T | undefined)[]): T {
  if (one === undefined) throw new Error('nothing found');
  return one;
}

describe('for users', () => {
  let sent: ReservationBody[];
  beforeEach(() => {
    signIn('standard');
    sent = acceptRequests();
  });

  it('is filed from the restaurant’s page as the address chose it', async () => {
    const { user, router } = await renderApp(`/?query=Petit&${CHOICE}`);
    expect((await sentence()).getByRole('button', { name: 'Party size: 4' })).toBeInTheDocument();
    const link = await firstLink('Petit Quai');
    expect(link).toHaveAttribute('href', `/restaurant/1?${CHOICE}`);
    await user.click(first([link]));
    const ticket = within(await screen.findByRole('complementary', { name: 'New request' }));
    // The draft has it now, so the address does not.
    await waitFor(() => {
      expect(router.state.location.href).toBe('/restaurant/1');
    });
    await user.click(ticket.getByRole('button', { name: 'Watch this table' }));
    await waitFor(() => {
      expect(sent[0]?.reservation).toMatchObject({ venues: [{ id: 1 }], ...CHOSEN });
    });
  });

  it('goes on to the form with Reserve', async () => {
    const { user, router } = await renderApp(`/?query=Petit&${CHOICE}`);
    const card = within(await screen.findByRole('article', { name: 'Petit Quai' }));
    await user.click(await card.findByRole('button', { name: /^Reserve/ }));
    await screen.findByRole('heading', { name: 'Add Reservation' });
    await waitFor(() => {
      expect(router.state.location.href).toBe('/reservations/add-reservation');
    });
    await user.click(first(screen.getAllByRole('button', { name: 'Reserve' })));
    await waitFor(() => {
      expect(sent[0]?.reservation).toMatchObject(CHOSEN);
    });
  });

  it('writes what is changed into the address, beside the filters', async () => {
    const { user, router } = await renderApp('/?query=Petit');
    await user.click((await sentence()).getByRole('button', { name: 'Party size: 2' }));
    await user.click(await screen.findByRole('button', { name: '4' }, { timeout: 30_000 }));
    await waitFor(() => {
      expect(router.state.location.search).toEqual({ query: 'Petit', party: '4' });
    });
    expect(await firstLink('Petit Quai')).toHaveAttribute('href', '/restaurant/1?party=4');
  });
});

describe('for visitors', () => {
  it('is kept through the sign-up', async () => {
    const { user, router } = await renderApp(`/restaurants?query=Petit&${CHOICE}`, {
      signedIn: false,
    });
    const card = within(await screen.findByRole('article', { name: 'Petit Quai' }));
    await user.click(card.getByRole('link', { name: /^Watch for a table/ }));
    expect((await sentence()).getByRole('button', { name: 'Party size: 4' })).toBeInTheDocument();
    await user.click(first(screen.getAllByRole('button', { name: 'Watch this table' })));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/signup');
    });
    expect(JSON.parse(savedDraft.read(VISITOR_ID) ?? '')).toMatchObject({
      partySize: 4,
      dates: [DAY],
      time: { start: '20:30', end: '22:30' },
    });
  });
});
