import { act, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReservationBody } from '@/api/reservation-types';
import type { SubscriptionType, User } from '@/api/types';
import { savedDraft } from '@/entities/request/saved-draft';
import { selection } from '@/entities/venue/selection';
import { expectFocus } from '@/testing/focus';
import { answersWith, newcomer } from '@/testing/billing';
import { user as aUser } from '@/testing/fixtures';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { acceptRequests, choose, DAY, FILLED, FRIDAY, signIn } from '@/testing/wizard';

let sent: ReservationBody[];

/** The ticket's parts as the user left them. */
function chosen(fields: Partial<typeof FILLED> = {}) {
  savedDraft.write(aUser().id, JSON.stringify({ ...FILLED, ...fields }));
}

beforeEach(() => {
  signIn('standard');
  sent = acceptRequests();
});

const ticket = async () =>
  within(await screen.findByRole('complementary', { name: 'New request' }));
const watch = async (name = 'Watch this table') => (await ticket()).getByRole('button', { name });

describe('the ticket of a restaurant', () => {
  it('files the request at once when it has party, day and time', async () => {
    chosen();
    choose('Vesper');
    const { router } = await renderApp('/restaurant/1');
    const button = await watch();
    // Two clicks before the page renders again.
    act(() => {
      button.click();
      button.click();
    });
    expect(await screen.findByText("Request filed. We're watching.")).toBeInTheDocument();
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/reservations');
    });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      reservation: {
        snipe_type: 'cancel',
        venues: [{ id: 1 }],
        party_size: 2,
        dates: [DAY],
        start_time: '18:30',
        end_time: '20:30',
      },
      selectedResyAccount: 1,
      clientDetails: null,
    });
    expect(savedDraft.read(aUser().id)).toBeNull();
    // A restaurant that was selected for another request stays.
    expect(selection.get().map((venue) => venue.venue_name)).toEqual(['Vesper']);
  });

  it('files a first request with one press', async () => {
    const { user } = await renderApp('/restaurant/1');
    await user.click(await watch());
    await waitFor(() => {
      expect(sent[0]?.reservation).toMatchObject({
        party_size: 2,
        dates: [FRIDAY],
        start_time: '18:30',
      });
    });
  });

  it('continues in the form without a day', async () => {
    chosen({ dates: [] });
    const { user } = await renderApp('/restaurant/1');
    await user.click(await watch());
    expect(await screen.findByRole('heading', { name: 'Add Reservation' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Restaurant: Petit Quai' })).toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  it('says what the form set before, and files it', async () => {
    signIn('premium');
    choose('Petit Quai');
    selection.setSeatings(1, ['Bar']);
    chosen({ feeCeilingCents: 5000, cancelFeeCeilingCents: 5000 });
    const { user } = await renderApp('/restaurant/1');
    expect(
      (await ticket()).getByText(/6:30 – 8:30 PM.* · Bar · fee up to \$50/),
    ).toBeInTheDocument();
    await user.click(await watch());
    await waitFor(() => {
      expect(sent[0]?.reservation).toMatchObject({
        venues: [{ id: 1, table_type: 'Bar' }],
        fee_ceiling_cents: 5000,
        cancel_fee_ceiling_cents: 5000,
      });
    });
  });

  it('says that its deposit is above the limit, until that is accepted', async () => {
    chosen();
    const { user } = await renderApp('/restaurant/1');
    const terms = await (await ticket()).findByRole('region', { name: 'Terms seen before' });
    expect(terms).toHaveTextContent('Your request accepts $0 now');
    await user.click(within(terms).getByRole('button', { name: 'Accept up to $50 now' }));
    // The page's facts state the deposit, so the ticket does not repeat it.
    expect(terms).not.toBeInTheDocument();
    await user.click(await watch());
    await waitFor(() => {
      expect(sent[0]?.reservation).toMatchObject({
        fee_ceiling_cents: 5000,
        cancel_fee_ceiling_cents: 0,
      });
    });
  });

  it('shows what the server refuses in its place', async () => {
    const message = 'That date is over at the restaurant.';
    server.use(
      http.post('/api/reservations/', () =>
        refusal(400, 'date_over', message, { dates_error: message }),
      ),
    );
    chosen();
    const { user, router } = await renderApp('/restaurant/1');
    await user.click(await watch());
    const sentence = (await ticket()).getByRole('group', { name: 'Your request in a sentence' });
    await waitFor(() => {
      expect(sentence).toHaveAccessibleDescription(message);
    });
    await expectFocus((await ticket()).getByRole('button', { name: /^Day:/ }));
    expect(router.state.location.pathname).toBe('/restaurant/1');
    await user.click((await ticket()).getByRole('button', { name: 'Party size: 2' }));
    await user.click(await screen.findByRole('button', { name: '4' }, { timeout: 30_000 }));
    expect(sentence).not.toHaveAccessibleDescription();
  });

  it('shows a refusal of the whole request', async () => {
    server.use(
      http.post('/api/reservations/', () => refusal(409, 'duplicate', 'You filed that already.')),
    );
    chosen();
    const { user } = await renderApp('/restaurant/1');
    await user.click(await watch());
    expect(await (await ticket()).findByText('You filed that already.')).toBeInTheDocument();
  });

  it.each<[string, SubscriptionType, Partial<User>, string]>([
    ['an account', 'standard', { resy_accounts: [] }, 'Connect your Resy account'],
    ['a plan', 'none', {}, 'Subscriptions'],
  ])('asks for %s first', async (_, tier, fields, title) => {
    server.use(answersWith(newcomer));
    signIn(tier, fields);
    chosen();
    const { user } = await renderApp('/restaurant/1');
    await user.click(await watch());
    expect(await screen.findByRole('dialog', { name: title })).toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  it.each<[string, SubscriptionType, Partial<User>, string]>([
    ['an account', 'standard', { resy_accounts: [] }, 'Connect your Resy account'],
    ['a plan', 'none', {}, 'Subscriptions'],
    ['both', 'none', { resy_accounts: [] }, 'Connect your Resy account'],
  ])('files a request that only notifies without %s', async (_, tier, fields, title) => {
    server.use(answersWith(newcomer));
    signIn(tier, fields, 0);
    chosen({ partySize: 4 });
    const { user, router } = await renderApp('/restaurant/1');
    await user.click(await watch());
    const prompt = within(await screen.findByRole('dialog', { name: title }));
    expect(prompt.getByText(/^Prefer to book it yourself/)).toHaveTextContent(
      tier === 'none' ? /for free, without a plan or an account/ : /That needs no account/,
    );
    await user.click(prompt.getByRole('button', { name: 'Notify me' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/reservations');
    });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.reservation).toMatchObject({
      notify_only: true,
      snipe_type: 'cancel',
      venues: [{ id: 1 }],
      party_size: 4,
      dates: [DAY],
    });
    expect(savedDraft.read(aUser().id)).toBeNull();
  });

  it('shows on the ticket why a request that only notifies is refused', async () => {
    const message = 'Without a plan, we watch one table for you at a time.';
    server.use(
      answersWith(newcomer),
      http.post('/api/reservations/', () => refusal(409, 'over_limit', message)),
    );
    signIn('none', {}, 1);
    chosen();
    const { user } = await renderApp('/restaurant/1');
    await user.click(await watch());
    const prompt = within(await screen.findByRole('dialog', { name: 'Subscriptions' }));
    await user.click(prompt.getByRole('button', { name: 'Notify me' }));
    expect(await (await ticket()).findByText(message)).toBeInTheDocument();
    // The draft is a request that only notifies now: its button files it again, without a prompt.
    expect(await watch('Notify me')).not.toHaveAttribute('aria-haspopup');
  });

  it('says what is missing in the request that only notifies', async () => {
    server.use(answersWith(newcomer));
    signIn('none', {}, 0);
    chosen({ dates: [] });
    const { user } = await renderApp('/restaurant/1');
    await user.click(await watch());
    const prompt = within(await screen.findByRole('dialog', { name: 'Subscriptions' }));
    await user.click(prompt.getByRole('button', { name: 'Notify me' }));
    const sentence = (await ticket()).getByRole('group', { name: 'Your request in a sentence' });
    await waitFor(() => {
      expect(sentence).toHaveAccessibleDescription('Please set reservation date');
    });
    expect(sent).toEqual([]);
  });

  it('asks a concierge for account and plan alone, because the request is for a client', async () => {
    server.use(answersWith(newcomer));
    signIn('none', { is_concierge: true }, 0);
    chosen();
    const { user } = await renderApp('/restaurant/1');
    await user.click(await watch());
    const prompt = within(await screen.findByRole('dialog', { name: 'Subscriptions' }));
    expect(prompt.queryByText(/^Prefer to book it yourself/)).not.toBeInTheDocument();
  });

  it('is disabled above the limit and says why', async () => {
    signIn('standard', {}, 5);
    chosen();
    await renderApp('/restaurant/1');
    expect(
      await (await ticket()).findByText('6 of 5 reservation requests used'),
    ).toBeInTheDocument();
    expect(await watch()).toBeDisabled();
  });
});
