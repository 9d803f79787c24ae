/** The public page that shows how good our stated odds were. It needs no sign-in. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messageOf } from '@/api/errors';
import type { OddsScore } from '@/api/reservation-types';
import { readTokens } from '@/api/session';
import { oddsScoreQuery } from '@/entities/request/odds/odds-queries';
import { formatPercent, formatScore } from '@/entities/request/odds/odds-numbers';
import { formatCount, formatLongDay } from '@/lib/format';
import { BareHeader } from '@/ui/bare-header';
import { buttonClass } from '@/ui/button';
import { LoadError } from '@/ui/load-error';
import { PageTitle } from '@/ui/page-title';
import { Skeleton } from '@/ui/skeleton';
import { Calibration } from './calibration';
import { ODDS_PAGE } from './messages';
import './odds-page.css';

export function OddsPage() {
  const signedIn = readTokens() !== null;
  const { data, error, isFetching, refetch } = useQuery(oddsScoreQuery);
  return (
    <>
      <BareHeader>
        <Link to={signedIn ? '/' : '/login'} className={buttonClass()}>
          {signedIn ? ODDS_PAGE.back : ODDS_PAGE.logIn}
        </Link>
      </BareHeader>
      <main className="page reading odds-page" id="main">
        <PageTitle>{ODDS_PAGE.title}</PageTitle>
        <p className="odds-lead">{ODDS_PAGE.lead}</p>
        {data !== undefined ? (
          <Result result={data} />
        ) : error !== null ? (
          <LoadError
            title={`${ODDS_PAGE.loadFailed}. ${messageOf(error)}`}
            pending={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <div aria-busy="true">
            <Skeleton className="h-40 w-full" />
          </div>
        )}
        {/* Shown only with the answer above it, whose height is not known before: this text would move. */}
        {(data !== undefined || error !== null) && <How />}
      </main>
    </>
  );
}

function How() {
  return (
    <section aria-labelledby="odds-how">
      <h2 id="odds-how">{ODDS_PAGE.how}</h2>
      {ODDS_PAGE.howText.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </section>
  );
}

function Result({ result }: { result: OddsScore }) {
  const { score, scored, since } = result;
  if (score === null) {
    return (
      <section className="odds-none" aria-labelledby="odds-score">
        <h2 id="odds-score">{ODDS_PAGE.notYet}</h2>
        <p>{ODDS_PAGE.notYetText(formatCount(scored), formatCount(result.least_scored))}</p>
      </section>
    );
  }
  const rows = [
    [ODDS_PAGE.brier, formatScore(score.brier)],
    [ODDS_PAGE.baseBrier, formatScore(score.base_brier)],
    [ODDS_PAGE.difference, formatPercent(score.improvement)],
    [ODDS_PAGE.scored, formatCount(scored)],
    [ODDS_PAGE.baseRate, formatPercent(score.base_rate)],
    [ODDS_PAGE.open, formatCount(result.open)],
    [ODDS_PAGE.void, formatCount(result.void)],
  ] as const;
  return (
    <>
      <section aria-labelledby="odds-score">
        <h2 id="odds-score">{ODDS_PAGE.score}</h2>
        <dl className="odds-facts">
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p>{ODDS_PAGE.brierText}</p>
        {since !== null && <p>{ODDS_PAGE.since(formatLongDay(since))}</p>}
      </section>
      <Calibration deciles={score.deciles} least={result.least_scored} />
    </>
  );
}
