import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPart } from '@/testing/render';
import { aBooking, aGroup, aMember } from '@/testing/reservation-fixtures';
import { bookedTables } from '../tables/booked-tables';
import { ShareTable } from './share-table';

const INVITATION = [
  'Osteria Lucciola, 118 Perry Street, New York',
  'Saturday, Nov 28, 7:15 PM in New York, table for 2',
  'https://www.google.com/maps/dir/?api=1&destination=Osteria%20Lucciola%2C%20118%20Perry%20Street%2C%20New%20York',
].join('\n');

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
  vi.restoreAllMocks();
});

function supplyShare(share: (data: ShareData) => Promise<void>) {
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
}

function renderShare() {
  const members = [aMember({ status: 'confirmed', watch: null, booked: aBooking() })];
  const [table] = bookedTables(aGroup({ members }));
  if (table === undefined) throw new Error('no table');
  const { user } = renderPart(<ShareTable table={table} />);
  return () => user.click(screen.getByRole('button', { name: /^Share with guests/ }));
}

test('guests get the restaurant, the time, the party and the way, and nothing of the account', async () => {
  const share = vi.fn(() => Promise.resolve());
  supplyShare(share);
  await renderShare()();
  expect(share).toHaveBeenCalledWith({ title: 'Osteria Lucciola', text: INVITATION });
});

test('without sharing by the device, the text is copied', async () => {
  const press = renderShare();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await press();
  expect(write).toHaveBeenCalledWith(INVITATION);
  expect(await screen.findByRole('button', { name: /^Copied/ })).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('Paste it into a message to your guests.');
});

test('closing the dialog of the device is no failure', async () => {
  supplyShare(() => Promise.reject(new DOMException('closed', 'AbortError')));
  await renderShare()();
  expect(screen.getByRole('button', { name: /^Share with guests/ })).toBeInTheDocument();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
