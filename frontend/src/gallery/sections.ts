/** The gallery's sections in their order. Plain data: the picture comparison reads it as well. */
export const SECTIONS = [
  { id: 'buttons', title: 'Buttons' },
  { id: 'fields', title: 'Fields' },
  { id: 'choices', title: 'Choices' },
  { id: 'feedback', title: 'Feedback' },
  { id: 'tickets', title: 'Tickets' },
  { id: 'rails', title: 'Rails' },
  { id: 'requests', title: 'Requests: empty, loading, failed' },
  { id: 'venue-cards', title: 'Restaurant cards' },
  { id: 'venue-lists', title: 'Restaurant lists' },
  { id: 'covers', title: 'Covers' },
  { id: 'plans', title: 'Plans' },
  { id: 'accounts', title: 'Accounts' },
] as const;

export type SectionId = (typeof SECTIONS)[number]['id'];
