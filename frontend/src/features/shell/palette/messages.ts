/** Every sentence of the palette and of the list of shortcuts. */
export const PALETTE = {
  title: 'Go to',
  placeholder: 'A restaurant, a request, a page',
  pages: 'Pages',
  reservations: 'Reservations',
  restaurants: 'Restaurants',
  looking: 'Looking for restaurants…',
  restaurantsFailed: 'The restaurants could not be searched.',
  offline: 'You are offline: only what is known already is found.',
  none: (query: string) => `Nothing found for ${query}.`,

  shortcuts: 'Keyboard shortcuts',
  shortcutsLead: 'On every page, unless you are typing.',
  single: 'Shortcuts of single keys',
  singleText:
    'Switch them off if they get in the way of speech input. The one with Ctrl or ⌘ stays.',
  then: 'then',
} as const;
