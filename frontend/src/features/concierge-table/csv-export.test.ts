import { expect, test } from 'vitest';
import { aBooking, aGroup, aMember } from '@/testing/reservation-fixtures';
import { csvOf } from './csv-export';

test('the file has the table’s columns, and only the name of the client', () => {
  const booked = aGroup({
    book_on_behalf: 'Priya, R.',
    client: {
      first_name: 'Priya',
      last_name: 'R.',
      email: 'priya@example.org',
      phone: '+12125550123',
      zip_code: '10012',
      cc_number: '•••• 4242',
      exp_month: '07',
      exp_year: '2028',
    },
    members: [aMember({ status: 'confirmed', watch: null, booked: aBooking() })],
  });
  const [head, row] = csvOf([booked]).split('\r\n');
  expect(head).toBe(
    'No.,Type,Client,Account,Restaurants,Dates,From,To,Party size,Status,Booked,Checks,Last check,Why',
  );
  expect(row).toBe(
    '04127,Canceled Reservation,"Priya, R.",Maya Okafor,Osteria Lucciola,2026-11-28,18:30,20:30,2,Confirmed,Osteria Lucciola 2026-11-28 19:15,0,,',
  );
});
