import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { heatMap, venueActivity } from '@/testing/fixtures';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

describe('the heat map of a restaurant', () => {
  it('is a table with a row for each weekday and a column for each hour', async () => {
    server.use(
      http.get('/api/reservations/venues/2/', () =>
        HttpResponse.json(venueActivity(2, { heat_map: heatMap })),
      ),
    );
    await renderApp('/restaurant/2');
    const part = within(await screen.findByRole('region', { name: 'When tables open' }));
    const table = within(part.getByRole('table'));
    expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Weekday',
      '5:00 PM',
      '6:00 PM',
      '7:00 PM',
      '8:00 PM',
      '9:00 PM',
    ]);
    expect(table.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(
      // The reader's week begins on Sunday.
      ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    );
    const monday = within(table.getByRole('row', { name: /^Mon/ })).getAllByRole('cell');
    expect(monday.map((cell) => cell.textContent)).toEqual(['0.9', '0.7', '0.4', '0.5', '0.8']);
    expect(monday.map((cell) => cell.dataset.shade)).toEqual(['4', '4', '2', '3', '4']);
    const sunday = within(table.getByRole('row', { name: /^Sun/ })).getAllByRole('cell');
    expect(sunday[0]).toHaveTextContent('not watched long enough');
    expect(part.getByText(/From 140 tables seen opening in 2,310 hours/)).toBeInTheDocument();
  });

  it('is left out where too little was seen', async () => {
    await renderApp('/restaurant/2');
    await screen.findByRole('heading', { name: 'Last openings seen' });
    expect(screen.queryByRole('region', { name: 'When tables open' })).not.toBeInTheDocument();
  });
});
