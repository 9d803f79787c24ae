/** Answers about the readiness of a request, for tests. */
import type { Readiness, ReadinessLine, Rehearsal } from '@/api/reservation-types';

const OK: Record<ReadinessLine['check'], string> = {
  session: 'Resy accepts your login.',
  card: 'A card is on file at Resy.',
  clock: 'Our clock agrees with that of Resy.',
  venue: 'The restaurant takes bookings through us.',
  platform: 'Our calls to the platform run as usual.',
  fee: 'Osteria Lucciola last asked for no fee.',
  meal: 'You have no other table for these meals.',
  channel: 'Our last message reached you by e-mail.',
};

type Action = NonNullable<ReadinessLine['action']>;

export function anAction(kind: Action['kind'], fields: Partial<Action> = {}): Action {
  return { kind, group_id: null, cents: null, cancel_cents: null, platform: null, ...fields };
}

/** A line that is not ready. */
export function aLine(
  check: ReadinessLine['check'],
  text: string,
  action: Action,
  state: ReadinessLine['state'] = 'failed',
): ReadinessLine {
  return { check, state, text, action };
}

/** The lines of a ready request, with these lines in place of those of the same checks. */
export function readyLines(...lines: ReadinessLine[]): ReadinessLine[] {
  return Object.entries(OK).map(([check, text]) => {
    const changed = lines.find((line) => line.check === check);
    return changed ?? { check: check as ReadinessLine['check'], state: 'ok', text, action: null };
  });
}

export function aReadiness(fields: Partial<Readiness> = {}): Readiness {
  return {
    now: new Date().toISOString(),
    group_id: 4127,
    lines: readyLines(),
    rehearsal: null,
    rehearse_at: '2026-11-20T12:00:00.000Z',
    ...fields,
  };
}

/** The lines of a request on which every check failed or is uncertain. */
export const UNREADY: readonly ReadinessLine[] = [
  aLine('session', 'Your Resy login expired.', anAction('reconnect')),
  aLine(
    'card',
    'No card is on file at Resy, and a table may ask for one.',
    anAction('add_card', { platform: 'resy' }),
  ),
  aLine('clock', "We couldn't read the clock of Resy.", anAction('check_again')),
  aLine(
    'venue',
    'Osteria Lucciola takes no reservations through us any more.',
    anAction('change_request'),
  ),
  aLine(
    'platform',
    'Resy asked us to slow down, so we check it less often for a while.',
    anAction('check_again'),
    'warning',
  ),
  aLine(
    'fee',
    'Osteria Lucciola last asked for $50.00, above your limit of $0.00.',
    anAction('accept_fee', { cents: 5000 }),
  ),
  aLine(
    'meal',
    'You already have a table at that time: Petit Quai on Sat, Nov 28 at 7:00 PM.',
    anAction('open_request', { group_id: 4126 }),
  ),
  aLine(
    'channel',
    "No channel is on for urgent messages, so we can't reach you.",
    anAction('notifications'),
  ),
];

export const NO_FEE_SEEN = aLine(
  'fee',
  "We haven't seen a fee here yet. A table that asks for more than your limit isn't booked.",
  anAction('change_request'),
  'unknown',
);

export const REHEARSED: Rehearsal = {
  requested_at: '2026-11-20T19:00:00.000Z',
  finished_at: '2026-11-20T19:00:01.204Z',
  steps: [
    {
      part: 'account',
      ok: true,
      text: 'We read your Resy account: 2 reservations.',
      duration_ms: 212,
    },
    {
      part: 'find',
      ok: true,
      text: 'We found a table: Osteria Lucciola on Sat, Nov 28 at 7:00 PM.',
      duration_ms: 61,
    },
    { part: 'terms', ok: true, text: 'A late cancellation costs $50.00.', duration_ms: 1088 },
  ],
};
