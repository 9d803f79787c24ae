import type { Opening } from '@/api/reservation-types';
import { Ago } from '@/entities/request/ago';
import { formatDay, formatTime } from '@/lib/format';
import { RESTAURANT } from './messages';

/** The last tables that opened here while somebody's request was watched. */
export function Openings({ openings }: { openings: readonly Opening[] }) {
  return (
    <section className="openings" aria-labelledby="openings">
      <h2 id="openings">{RESTAURANT.openings}</h2>
      <p className="hint">
        {openings.length === 0 ? RESTAURANT.noOpenings : RESTAURANT.openingsHint}
      </p>
      {openings.length > 0 && (
        <ul>
          {openings.map(({ date, time, party_size, seen_at }) => (
            <li key={`${date} ${time} ${party_size}`}>
              <span>
                {formatDay(date)} · {formatTime(time)} · {RESTAURANT.party(party_size)}
              </span>
              <small>
                {RESTAURANT.seen} <Ago at={seen_at} />
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
