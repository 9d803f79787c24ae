import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { expectFocus } from '@/testing/focus';
import { refusal } from '@/testing/handlers';
import { aBooking } from '@/testing/reservation-fixtures';
import { openList, serveList, ticket } from '@/testing/reservation-list';
import { groupAt } from '@/testing/reservations';
import { server } from '@/testing/server';
import { clearToasts, toast } from '@/ui/toast';

serveList();

describe('the timeline', () => {
  test('on a small screen is a sheet that opens by a click and returns the focus', async () => {
    const { user, router } = await openList();
    const card = await ticket('Osteria Lucciola');
    const button = within(card).getByRole('button', { name: 'Timeline of Osteria Lucciola' });
    await user.click(button);
    const sheet = await screen.findByRole('dialog', { name: 'Osteria Lucciola' });
    expect(await within(sheet).findByText('lost to another diner')).toBeInTheDocument();
    expect(router.state.location.search).toEqual({ open: '4127' });
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    await expectFocus(button);
    expect(router.state.location.search).toEqual({});
  });

  test('as a sheet closes when the user goes back', async () => {
    const { user, router } = await openList();
    const card = await ticket('Osteria Lucciola');
    await user.click(within(card).getByRole('button', { name: /^Timeline/ }));
    await screen.findByRole('dialog', { name: 'Osteria Lucciola' });
    act(() => {
      router.history.back();
    });
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(router.state.location).toMatchObject({ pathname: '/reservations', search: {} });
  });

  test('as a sheet closes by the first Escape, also below a toast', async () => {
    const { user } = await openList();
    const card = await ticket('Osteria Lucciola');
    await user.click(within(card).getByRole('button', { name: /^Timeline/ }));
    await screen.findByRole('dialog', { name: 'Osteria Lucciola' });
    act(() => {
      toast({ title: 'Booked: Petit Quai', tone: 'confirmed' });
    });
    await screen.findByText('Booked: Petit Quai');
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(screen.getByText('Booked: Petit Quai')).toBeInTheDocument();
    act(clearToasts);
  });

  test('beside the list opens by a click, and shows another ticket after another click', async () => {
    const list = window.matchMedia('');
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(Object.create(list) as MediaQueryList, {
        matches: query.includes('min-width'),
      }),
    );
    const { user } = await openList();
    await ticket('Osteria Lucciola');
    expect(screen.queryByRole('complementary', { name: 'Timeline' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Timeline of Osteria Lucciola' }));
    const panel = await screen.findByRole('complementary', { name: 'Timeline' });
    await expectFocus(() => within(panel).getByRole('heading', { name: 'Osteria Lucciola' }));
    await user.click(screen.getByRole('button', { name: 'Timeline of Salt Hay' }));
    const heading = await within(panel).findByRole('heading', { name: 'Salt Hay' });
    await expectFocus(heading);
    await user.click(within(panel).getByRole('button', { name: 'Close timeline' }));
    await waitFor(() => {
      expect(screen.queryByRole('complementary', { name: 'Timeline' })).not.toBeInTheDocument();
    });
    await expectFocus(() => screen.getByRole('button', { name: 'Timeline of Salt Hay' }));
  });

  test('of a group that is not in the list is loaded by its id', async () => {
    const older = groupAt(
      ['Vesper'],
      { status: 'confirmed', watch: null, booked: aBooking() },
      { group_id: 17, number: '00017' },
    );
    server.use(http.get('/api/reservations/17/', () => HttpResponse.json(older)));
    const { router } = await openList();
    await ticket('Osteria Lucciola');
    await act(() => router.navigate({ to: '/reservations', search: { open: '17' } }));
    expect(await screen.findByRole('dialog', { name: 'Vesper' })).toHaveTextContent(
      'AccountResy, Maya Okafor',
    );
  });

  test('that could not be loaded can be tried again', async () => {
    server.use(
      http.get('/api/reservations/4127/timeline/', () => refusal(500, 'broken', 'No.'), {
        once: true,
      }),
    );
    const { user } = await openList();
    const card = await ticket('Osteria Lucciola');
    await user.click(within(card).getByRole('button', { name: /^Timeline/ }));
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('lost to another diner')).toBeInTheDocument();
  });
});
