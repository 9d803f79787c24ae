/** The mocked API's answer about the table of a link for guests. */
import { http, HttpResponse } from 'msw';
import type { SharedTable } from '@/features/shared-table/queries';

export const SHARE_URL = 'https://tablehawk.example/shared-table?token=812.abc';

export function sharedTable(changes: Partial<SharedTable> = {}): SharedTable {
  return {
    status: 'booked',
    venue_name: 'Osteria del Vicolo Storto',
    address: '214 Bleecker Street, New York',
    time_zone: 'America/New_York',
    date: '2026-11-27',
    time: '19:30',
    party_size: 4,
    ...changes,
  };
}

export const sharedTableHandlers = [
  http.get('/api/public/table/', () => HttpResponse.json(sharedTable())),
];
