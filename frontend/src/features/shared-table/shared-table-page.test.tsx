import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { sharedTable } from '@/testing/shared-table';

const PATH = '/api/public/table/';
const open = () => renderApp('/shared-table?token=812.abc-_1', { signedIn: false });

describe('the page of a shared table', () => {
  it('shows where, when and how many, the calendar file and the way', async () => {
    await open();
    expect(
      await screen.findByRole('heading', { name: 'Osteria del Vicolo Storto' }),
    ).toBeInTheDocument();
    expect(screen.getByText(/^Friday, Nov 27/)).toBeInTheDocument();
    expect(screen.getByText(/^7:30 PM/)).toBeInTheDocument();
    expect(screen.getByText('4')).toBeInTheDocument();
    expect(screen.getByText('214 Bleecker Street, New York')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Add to calendar' })).toHaveAttribute(
      'href',
      '/api/public/table/calendar/?token=812.abc-_1',
    );
    expect(screen.getByRole('link', { name: /^Directions/ })).toHaveAttribute(
      'href',
      expect.stringContaining('Osteria%20del%20Vicolo%20Storto%2C%20214%20Bleecker'),
    );
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it("shows the time of the restaurant's zone", async () => {
    server.use(http.get(PATH, () => HttpResponse.json(sharedTable({ time_zone: 'Asia/Tokyo' }))));
    await open();
    expect(await screen.findByText('7:30 PM in Tokyo')).toBeInTheDocument();
  });

  it.each([
    ['canceled', 'This table was canceled.'],
    ['swapped', 'This table was swapped for another one.'],
    ['past', 'This table is in the past.'],
  ] as const)('says that a table is %s, and offers nothing', async (status, sentence) => {
    server.use(http.get(PATH, () => HttpResponse.json(sharedTable({ status }))));
    await open();
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /calendar|Directions/ })).not.toBeInTheDocument();
  });

  it('says that a link is dead', async () => {
    server.use(http.get(PATH, () => refusal(404, 'not_found', "We couldn't find that table.")));
    await open();
    expect(await screen.findByRole('alert')).toHaveTextContent("This link doesn't work anymore.");
  });

  it('asks nothing without a token', async () => {
    await renderApp('/shared-table', { signedIn: false });
    expect(screen.getByRole('alert')).toHaveTextContent("This link doesn't work anymore.");
  });

  it('can be tried again when the server was not reached', async () => {
    server.use(http.get(PATH, () => HttpResponse.error()));
    const { user } = await open();
    const again = await screen.findByRole('button', { name: 'Try Again' });
    server.use(http.get(PATH, () => HttpResponse.json(sharedTable())));
    await user.click(again);
    expect(await screen.findByText('214 Bleecker Street, New York')).toBeInTheDocument();
  });
});
