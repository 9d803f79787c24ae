/** Every sentence of the palette and of the list of shortcuts. */
export const PALETTE = {
  title: 'Go to',
  placeholder: 'Restaurants, cities, requests, pages',
  pages: 'Pages',
  reservations: 'Reservations',
  cities: 'Cities',
  restaurants: 'Restaurants',
  looking: 'Looking for restaurants…',
  restaurantsFailed: 'The restaurant search failed.',
  citiesFailed: "The cities couldn't be loaded.",
  offline: "You're offline. Restaurants can't be searched.",
  none: (query: string) => `Nothing found for ${query}.`,

  shortcuts: 'Keyboard shortcuts',
  shortcutsLead: "They work on every page while you aren't typing.",
  single: 'Single-key shortcuts',
  singleText:
    'Turn them off if they get in the way of speech input. Ctrl or ⌘ with K keeps working.',
  then: 'then',
} as const;
