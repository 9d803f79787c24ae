import { Link } from '@tanstack/react-router';
import type { OwnRequest } from '@/api/reservation-types';
import { STATUS } from '@/entities/request/status';
import { StatusIcon } from '@/entities/request/status-icon';
import { STATUS_TEXTS } from '@/entities/request/ticket/ticket-messages';
import { formatDays, formatTimes } from '@/lib/format';
import { useMinute } from '@/lib/relative-time';
import { RESTAURANT } from './messages';

/** The user's requests at this restaurant; each links to its ticket. */
export function OwnRequests({ requests }: { requests: readonly OwnRequest[] }) {
  return (
    <section className="own-requests" aria-labelledby="own-requests">
      <h2 id="own-requests">{RESTAURANT.ownRequests}</h2>
      <ul>
        {requests.map((request) => (
          <Row key={request.group_id} request={request} />
        ))}
      </ul>
    </section>
  );
}

function Row({ request }: { request: OwnRequest }) {
  const state = stateOf(request, useMinute());
  const { tone } = STATUS[state];
  return (
    <li data-tone={tone}>
      <StatusIcon state={state} />
      <div>
        <Link to="/reservations" search={{ open: String(request.group_id) }} className="link">
          {STATUS_TEXTS[state].label}{' '}
          <span className="sr-only">{RESTAURANT.requestFor(formatDays(request.dates))}</span>
        </Link>
        <p className="mono">
          {formatDays(request.dates)}
          <br />
          {formatTimes(request.time_windows)} · {RESTAURANT.party(request.party_size)}
        </p>
      </div>
    </li>
  );
}

/** The endpoint names requests that are active, paused or booked. */
function stateOf({ status, release_at }: OwnRequest, now: number) {
  if (status === 'confirmed' || status === 'paused') return status;
  return release_at !== null && Date.parse(release_at) > now ? 'armed' : 'watching';
}
