/** When tables open at a restaurant: a table of weekdays and hours, with the rate in each cell as a number and a shade. */
import type { HeatMap as Rates } from '@/api/reservation-types';
import { formatHour, formatRate } from '@/entities/request/odds/odds-numbers';
import { formatCount, formatWeekday, inReadersOrder } from '@/lib/format';
import { HEAT_MAP } from './heat-map-messages';
import './heat-map.css';

/** The days of one week from Monday, from which the names of the rows are formatted. */
const MONDAYS_WEEK = Array.from({ length: 7 }, (_, day) => `2026-11-${23 + day}`);
const SHADES = 4;

export function HeatMap({ map }: { map: Rates }) {
  const highest = Math.max(...map.rates.flat().map((rate) => rate ?? 0));
  const shade = (rate: number) => (highest > 0 ? Math.ceil((rate / highest) * SHADES) : 0);
  return (
    <section className="heat" aria-labelledby="heat">
      <h2 id="heat">{HEAT_MAP.title}</h2>
      <p className="hint">{HEAT_MAP.hint}</p>
      {/* A wide table scrolls inside its frame, also by the keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the only way to scroll it by keys */}
      <div className="heat-frame" role="group" aria-labelledby="heat" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{HEAT_MAP.weekday}</span>
              </th>
              {map.hours.map((hour) => (
                <th key={hour} scope="col">
                  {formatHour(hour)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {inReadersOrder(
              MONDAYS_WEEK.map((day, index) => ({ day, row: map.rates[index] ?? [] })),
            ).map(({ day, row }) => (
              <tr key={day}>
                <th scope="row">{formatWeekday(day)}</th>
                {row.map((rate, index) => (
                  <td key={map.hours[index]} data-shade={rate === null ? undefined : shade(rate)}>
                    {rate === null ? (
                      <>
                        <span aria-hidden="true">–</span>
                        <span className="sr-only">{HEAT_MAP.unknown}</span>
                      </>
                    ) : (
                      formatRate(rate)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="hint">
        {HEAT_MAP.basis(formatCount(map.sightings), formatCount(map.watched_hours))}
      </p>
    </section>
  );
}
