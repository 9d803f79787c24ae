/** The odds of a request, with the changes of the request that would raise them. */
import type { StatedOdds } from '@/api/reservation-types';
import { toIsoDate } from '@/lib/dates';
import { formatCount, formatDay } from '@/lib/format';
import { ODDS } from './odds-messages';
import { chanceText, changeText } from './odds-text';
import './odds.css';

export function OddsLine({ odds }: { odds: StatedOdds }) {
  const { probability, sightings, deadline, changes } = odds;
  return (
    <section className="odds" aria-label={ODDS.title}>
      <p>
        <b>{ODDS.by(chanceText(probability), formatDay(toIsoDate(new Date(deadline))))}</b>,{' '}
        {ODDS.from(sightings, formatCount(sightings))}.
      </p>
      {changes.length > 0 && (
        <>
          <p className="hint">{ODDS.raise}</p>
          <ul>
            {changes.map((change) => (
              <li key={change.kind}>
                <b>{chanceText(change.probability)}</b> {changeText(change)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
