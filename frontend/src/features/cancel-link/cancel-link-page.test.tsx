import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { linkedTable } from '@/testing/cancel-link';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const PATH = '/api/cancel-table/';
const open = () => renderApp('/cancel-table?token=812.9.abc-_1', { signedIn: false });
const button = () => screen.findByRole('button', { name: 'Cancel this table' });

describe('the page of a cancellation link', () => {
  it('shows the table and its terms, and changes nothing when it is opened', async () => {
    const received: unknown[] = [];
    server.use(
      http.post(PATH, async ({ request }) => {
        received.push(await request.json());
        return HttpResponse.json({ message: '', code: 'canceling' }, { status: 202 });
      }),
    );
    const { user } = await open();
    expect(await screen.findByText('Osteria del Vicolo Storto')).toBeInTheDocument();
    expect(screen.getByText(/^Free until Thu, Nov 26, 7:30 PM/)).toBeInTheDocument();
    expect(received).toEqual([]);
    await user.click(await button());
    expect(await screen.findByText("We're canceling this table.")).toBeInTheDocument();
    expect(received).toEqual([{ token: '812.9.abc-_1', accepts_costs: false }]);
    expect(screen.queryByRole('button', { name: /Cancel/ })).not.toBeInTheDocument();
  });

  it('asks for consent to the cost after the free cancellation has ended meanwhile', async () => {
    const received: unknown[] = [];
    let costs = false;
    server.use(
      http.get(PATH, () => HttpResponse.json(linkedTable({ costs }))),
      http.post(PATH, async ({ request }) => {
        received.push(await request.json());
        if (received.length > 1) {
          return HttpResponse.json({ message: '', code: 'canceling' }, { status: 202 });
        }
        costs = true;
        return refusal(409, 'cutoff_passed', 'The free cancellation has ended.');
      }),
    );
    const { user } = await open();
    await user.click(await button());
    expect(await screen.findByText('The free cancellation has ended.')).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Accept the cost and cancel' }));
    expect(await screen.findByText("We're canceling this table.")).toBeInTheDocument();
    expect(received).toMatchObject([{ accepts_costs: false }, { accepts_costs: true }]);
  });

  it.each([
    ['canceled', 'This table is canceled.'],
    ['canceling', "We're canceling this table."],
    ['past', 'This table is in the past.'],
  ] as const)('has no button for a table that is %s', async (state, sentence) => {
    server.use(http.get(PATH, () => HttpResponse.json(linkedTable({ state }))));
    await open();
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Cancel/ })).not.toBeInTheDocument();
  });

  it('leads to the login if the link does not work anymore', async () => {
    server.use(http.get(PATH, () => refusal(400, 'invalid_link', 'Dead.')));
    await open();
    expect(await screen.findByRole('alert')).toHaveTextContent("This link doesn't work anymore.");
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  });

  it('says that the token is missing, and asks nothing', async () => {
    await renderApp('/cancel-table', { signedIn: false });
    expect(screen.getByRole('alert')).toHaveTextContent('This page needs the link');
  });

  it('can be tried again when the server was not reached', async () => {
    server.use(http.get(PATH, () => HttpResponse.error()));
    const { user } = await open();
    const again = await screen.findByRole('button', { name: 'Try Again' });
    server.use(http.get(PATH, () => HttpResponse.json(linkedTable())));
    await user.click(again);
    expect(await button()).toBeInTheDocument();
  });
});
