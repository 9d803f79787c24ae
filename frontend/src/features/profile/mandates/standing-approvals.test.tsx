import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Mandate } from '@/entities/program/mandates';
import { expectFocus } from '@/testing/focus';
import { refusal } from '@/testing/handlers';
import { aMandate } from '@/testing/profile';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const API = '/api/mandates/';
const NAME = 'agent.example';

/** A list from which revoked approvals are removed. */
function serve(...changes: Partial<Mandate>[]) {
  let mandates = changes.map((one) => aMandate(one));
  server.use(
    http.get(API, () => HttpResponse.json(mandates)),
    http.delete(`${API}:id/`, ({ params }) => {
      mandates = mandates.filter(({ id }) => String(id) !== params.id);
      return HttpResponse.json({ message: 'That approval has ended.' });
    }),
  );
}

async function open() {
  const { user } = await renderApp('/profile?tab=password');
  return { user, list: within(await screen.findByRole('region', { name: 'Standing approvals' })) };
}

describe('Standing approvals', () => {
  it('say whose they are, where they book and what is left', async () => {
    serve({ state: 'approved', tables_left: 1 }, { id: 13, program_domain: '' });
    const { list } = await open();
    expect(await list.findByText(NAME)).toBeInTheDocument();
    expect(list.getAllByText('Petit Quai · Osteria Lucciola')).toHaveLength(2);
    expect(list.getByText('1 of 2 tables left · Ends December 20, 2026')).toBeInTheDocument();
    expect(list.getByText('Waits for your answer · Ends December 20, 2026')).toBeInTheDocument();
    expect(list.getByRole('link', { name: 'Review Your API key Table Agent' })).toHaveAttribute(
      'href',
      '/mandates/13',
    );
  });

  it('are none at first', async () => {
    const { list } = await open();
    expect(await list.findByText('No program has one.')).toBeInTheDocument();
  });

  it('can be loaded again after a failure', async () => {
    server.use(http.get(API, () => refusal(403, 'away', 'No.')));
    const { user, list } = await open();
    const again = await list.findByRole('button', { name: 'Try Again' });
    serve({ state: 'approved' });
    await user.click(again);
    expect(await list.findByText(NAME)).toBeInTheDocument();
  });

  it.each([
    [0, 'It has no open requests.'],
    [1, 'Its open request ends right away.'],
    [3, 'Its 3 open requests end right away.'],
  ])('end after a question that counts %i open requests', async (open_requests, sentence) => {
    serve({ state: 'approved', open_requests });
    const { user, list } = await open();
    await user.click(await list.findByRole('button', { name: `Revoke ${NAME}` }));
    const dialog = within(await screen.findByRole('dialog', { name: `Revoke ${NAME}?` }));
    expect(
      dialog.getByText(`It can't book any more. ${sentence} Tables that are booked stay booked.`),
    ).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('That approval has ended.')).toBeInTheDocument();
    expect(await list.findByText('No program has one.')).toBeInTheDocument();
  });

  it('stay when the question is declined, or the server refuses', async () => {
    serve({ state: 'approved' });
    server.use(http.delete(`${API}:id/`, () => refusal(429, 'too_fast', 'Wait a moment.')));
    const { user, list } = await open();
    await user.click(await list.findByRole('button', { name: `Revoke ${NAME}` }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await dialog.findByText('Wait a moment.')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Keep it' }));
    await expectFocus(() => list.getByRole('button', { name: `Revoke ${NAME}` }));
  });
});
