/** The odds of a request, with the changes of the request that would raise them. */
import type { StatedOdds } from '@/api/reservation-types';
import { toIsoDate } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import { ODDS } from './odds-messages';
import { chanceText, changeText, oddsText, sourceText } from './odds-text';
import './odds.css';

export function OddsLine({ odds }: { odds: StatedOdds }) {
  const { bounds, probability, deadline, changes } = odds;
  const chance = bounds === null ? chanceText(probability) : oddsText(odds);
  return (
    <section className="odds" aria-label={ODDS.title}>
      <p>
        <b>{ODDS.by(chance, formatDay(toIsoDate(new Date(deadline))))}</b>, {sourceText(odds)}.
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
