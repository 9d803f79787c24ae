/** The platforms as GET /api/platforms/ lists them. */
import type { Platform } from '@/api/types';

export const PLATFORMS: [Platform, Platform] = [
  {
    key: 'resy',
    name: 'Resy',
    home_url: 'https://resy.com',
    link_hosts: ['resy.com'],
    sign_in: ['password', 'code_to_phone', 'code_to_email'],
    offers_release: true,
    takes_note: false,
  },
  {
    key: 'opentable',
    name: 'OpenTable',
    home_url: 'https://www.opentable.com',
    link_hosts: ['opentable.com', 'opentable.ca'],
    sign_in: ['code_to_phone'],
    offers_release: false,
    takes_note: true,
  },
];
