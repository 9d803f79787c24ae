import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { selection } from '@/entities/venue/selection';
import { LONG_NAME, user as userFixture, venueDetail } from '@/testing/fixtures';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const ticket = async () =>
  within(await screen.findByRole('complementary', { name: 'New request' }));

describe('a restaurant', () => {
  it('shows address, directions, phone, website, price and seating', async () => {
    await renderApp('/restaurant/2');
    expect(screen.getByRole('heading', { level: 1, name: LONG_NAME })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Price 4 of 4' })).toBeInTheDocument();
    expect(
      screen.getByText(/213 Front Street, New York, United States, 10038/),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Get Directions' })).toHaveAttribute(
      'href',
      expect.stringContaining('213%20Front%20Street'),
    );
    expect(screen.getByRole('link', { name: '(212) 555-0187' })).toHaveAttribute(
      'href',
      'tel:+12125550187',
    );
    expect(screen.getByRole('link', { name: 'quietharbor.example' })).toBeInTheDocument();
    expect(screen.getByText(/Any, Dining Room, Bar, Patio/)).toBeInTheDocument();
    expect(document.title).toBe(`${LONG_NAME} · Tablehawk`);
  });

  it('cuts a long need-to-know text and shows the rest on demand', async () => {
    const { user } = await renderApp('/restaurant/2');
    expect(screen.queryByText(/welcome on Mondays/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(screen.getByText(/welcome on Mondays/)).toBeInTheDocument();
  });

  it('leaves out what a restaurant does not have', async () => {
    server.use(
      http.get('/api/venues/:id/', () =>
        HttpResponse.json(venueDetail(2, { website: '', phone_number: '', need_to_know: '' })),
      ),
    );
    await renderApp('/restaurant/2');
    await ticket();
    expect(screen.queryByRole('heading', { name: 'Need to know' })).not.toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: /Get Directions/ })).toHaveLength(1);
  });

  it('reserves from the ticket', async () => {
    const { user, router } = await renderApp('/restaurant/1');
    await user.click((await ticket()).getByRole('button', { name: /^Reserve/ }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/reservations/add-reservation');
    });
    expect(selection.has(1)).toBe(true);
  });

  it('says which plan a premium restaurant needs', async () => {
    server.use(
      http.get('/api/users/me/', () =>
        HttpResponse.json(userFixture({ subscription_type: 'standard' })),
      ),
    );
    const { user } = await renderApp('/restaurant/2');
    expect((await ticket()).getByText('Requires PRO Subscription')).toBeInTheDocument();
    await user.click((await ticket()).getByRole('button', { name: /^Reserve/ }));
    expect(
      await screen.findByRole('dialog', { name: 'This Feature is Available for Pro Subscribers' }),
    ).toBeInTheDocument();
  });

  it.each(['/restaurant/999', '/restaurant/abc'])('%s is not found', async (address) => {
    await renderApp(address);
    expect(
      await screen.findByRole('heading', { name: 'There is no restaurant at this address' }),
    ).toBeInTheDocument();
  });
});
