/** The sentences of the weekly requests on the page of requests. */

export const WEEKLY = {
  title: 'Every week',
  intro:
    'We file these requests by ourselves: a week ahead, or the day before the restaurant opens its book.',
  loadFailed: "Your weekly requests didn't load.",
  every: (weekdays: string) => `Every ${weekdays}`,
  party: (size: number) => `for ${size}`,
  until: (day: string) => `until ${day}`,
  release: 'at the release',
  releaseThenCancel: 'at the release, then from cancellations',
  nextRelease: (dates: string, opens: string, files: string) =>
    `Next: ${dates}. The book opens on ${opens}; we file the request on ${files}.`,
  nextOpen: (dates: string) =>
    `Next: ${dates}. The book is already open, so we file a request for cancellations.`,
  nextSkipped: (dates: string) =>
    `Next: ${dates}. The book is already open, so we won't file a request.`,
  next: (dates: string, files: string) => `Next: ${dates}, filed on ${files}.`,
  paused: "Paused. We won't file new requests.",
  notifyOnly: 'notify only',
  onBehalfOf: (client: string) => `Booked on behalf of ${client}`,
  refused: (message: string) => `Not filed: ${message}`,
  pause: 'Pause',
  unpause: 'Unpause',
  end: 'End',
  pausing: 'Pausing…',
  unpausing: 'Unpausing…',
  ending: 'Ending…',
  pausedToast: 'Weekly request paused.',
  unpausedToast: 'Weekly request active again.',
  endedToast: 'Weekly request ended. The requests that it filed stay.',
  of: (action: string, title: string) => `${action} the weekly request at ${title}`,
} as const;
