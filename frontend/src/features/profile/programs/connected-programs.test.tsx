import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { expectFocus } from '@/testing/focus';
import { refusal } from '@/testing/handlers';
import { PROGRAMS } from '@/testing/profile';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const API = '/api/oauth/programs/';

/** A list from which revoked programs are removed. */
function serve() {
  let programs = PROGRAMS;
  server.use(
    http.get(API, () => HttpResponse.json(programs)),
    http.delete(`${API}:id/`, ({ params }) => {
      programs = programs.filter(({ id }) => String(id) !== params.id);
      return HttpResponse.json({ message: 'That program no longer has access.' });
    }),
  );
}

async function open() {
  const { user } = await renderApp('/profile?tab=password');
  return { user, list: within(await screen.findByRole('region', { name: 'Connected programs' })) };
}

describe('Connected programs', () => {
  it('say who they are, what they may do and when they were used', async () => {
    const { list } = await open();
    expect(await list.findByText('Table Agent')).toBeInTheDocument();
    expect(list.getByText('From agent.example · Since November 18, 2026')).toBeInTheDocument();
    expect(
      list.getByText(
        'See your requests, their timelines and your booked tables. Cancel booked tables, and swap them for better ones.',
      ),
    ).toBeInTheDocument();
    expect(list.getByText(/^Last used /)).toBeInTheDocument();
  });

  it('are none at first', async () => {
    server.use(http.get(API, () => HttpResponse.json([])));
    const { list } = await open();
    expect(await list.findByText('No program has access.')).toBeInTheDocument();
  });

  it('can be loaded again after a failure', async () => {
    server.use(http.get(API, () => refusal(403, 'away', 'No.')));
    const { user, list } = await open();
    const again = await list.findByRole('button', { name: 'Try Again' });
    serve();
    await user.click(again);
    expect(await list.findByText('Table Agent')).toBeInTheDocument();
  });

  it('lose their access after a question', async () => {
    serve();
    const { user, list } = await open();
    await user.click(await list.findByRole('button', { name: 'Revoke Table Agent' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke Table Agent?' }));
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('That program no longer has access.')).toBeInTheDocument();
    expect(await list.findByText('No program has access.')).toBeInTheDocument();
  });

  it('stay when the question is declined, or the server refuses', async () => {
    server.use(http.delete(`${API}:id/`, () => refusal(429, 'too_fast', 'Wait a moment.')));
    const { user, list } = await open();
    const revoke = await list.findByRole('button', { name: 'Revoke Table Agent' });
    await user.click(revoke);
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await dialog.findByText('Wait a moment.')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Keep its access' }));
    await expectFocus(() => list.getByRole('button', { name: 'Revoke Table Agent' }));
    expect(list.getByText('Table Agent')).toBeInTheDocument();
  });
});
