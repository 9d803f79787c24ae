/**
 * A table with, for each range of stated odds, the number of requests, their mean odds, and the share with a table.
 */
import type { OddsScore } from '@/api/reservation-types';
import { formatPercent, formatPercentRange } from '@/entities/request/odds/odds-numbers';
import { formatCount } from '@/lib/format';
import { ODDS_PAGE } from './messages';

type Deciles = NonNullable<OddsScore['score']>['deciles'];

export function Calibration({ deciles, least }: { deciles: Deciles; least: number }) {
  return (
    <section aria-labelledby="odds-calibration">
      <h2 id="odds-calibration">{ODDS_PAGE.calibration}</h2>
      <p>{ODDS_PAGE.calibrationText}</p>
      <table className="odds-table">
        <thead>
          <tr>
            <th scope="col">{ODDS_PAGE.range}</th>
            <th scope="col">{ODDS_PAGE.predicted}</th>
            <th scope="col">{ODDS_PAGE.happened}</th>
            <th scope="col">{ODDS_PAGE.count}</th>
          </tr>
        </thead>
        <tbody>
          {deciles.map(({ tenth, count, predicted, happened }) => (
            <tr key={tenth}>
              <th scope="row">{formatPercentRange(tenth / 10, (tenth + 1) / 10)}</th>
              <td>{formatPercent(predicted)}</td>
              <td>
                <span className="odds-share">{formatPercent(happened)}</span>
                <span className="odds-bar" aria-hidden="true">
                  <i style={{ inlineSize: `${happened * 100}%` }} />
                  <b style={{ insetInlineStart: `${predicted * 100}%` }} />
                </span>
              </td>
              <td>
                {formatCount(count)}
                {count < least && <small> {ODDS_PAGE.few}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {deciles.some(({ count }) => count < least) && <p className="hint">{ODDS_PAGE.fewText}</p>}
    </section>
  );
}
