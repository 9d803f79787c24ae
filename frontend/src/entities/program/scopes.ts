/** What a program may do with an API key or with access that the user allowed, one sentence for each scope. */
import type { components } from '@/api/schema.gen';

export type Scope = components['schemas']['Scope'];

export const SCOPE_TEXT = {
  'requests:read': 'See your requests, their timelines and your booked tables.',
  'requests:write': 'File, change and delete requests. They book with your accounts.',
  'tables:cancel': 'Cancel booked tables, and swap them for better ones.',
  'venues:read': 'Search restaurants.',
  'clients:read': 'See your client book.',
  'clients:write': 'Add, change and delete clients.',
  settings: 'See your profile, and change your notification settings.',
} satisfies Record<Scope, string>;
