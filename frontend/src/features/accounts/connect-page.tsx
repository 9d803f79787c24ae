/** Connected accounts, one card for each platform. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { meQuery } from '@/api/me';
import { missingStep, stepFacts } from '@/entities/user/next-step';
import { Banner } from '@/ui/banner';
import { Button, buttonClass } from '@/ui/button';
import { LoadError } from '@/ui/load-error';
import { PageTitle } from '@/ui/page-title';
import { Skeleton } from '@/ui/skeleton';
import { ACCOUNTS } from './messages';
import { OpenTableCard } from './opentable-card';
import { ResyCard } from './resy-card';
import './accounts.css';

export function ConnectPage() {
  const { data: user, isError, isFetching, refetch } = useQuery(meQuery);
  const missing = user === undefined ? null : missingStep(stepFacts(user));
  return (
    <main className="page" id="main">
      <div className="page-head">
        <div>
          <PageTitle>Connect your accounts</PageTitle>
          <p>{ACCOUNTS.lead}</p>
        </div>
      </div>
      {user === undefined && isError && (
        <LoadError
          title={ACCOUNTS.loadFailed}
          onRetry={() => void refetch()}
          pending={isFetching}
        />
      )}
      {user === undefined && !isError && (
        <div className="account-cards" aria-busy="true">
          <Skeleton className="h-85 rounded-panel" />
          <Skeleton className="h-85 rounded-panel" />
        </div>
      )}
      {user !== undefined && (
        <>
          {isError && (
            <Banner
              action={
                <Button size="sm" onClick={() => void refetch()}>
                  Try Again
                </Button>
              }
            >
              {ACCOUNTS.refreshFailed}
            </Banner>
          )}
          <div className="account-cards">
            <ResyCard accounts={user.resy_accounts} />
            <OpenTableCard userId={user.id} accounts={user.ot_accounts} />
          </div>
          <div className="keep">
            <ShieldCheck aria-hidden="true" />
            <p>{ACCOUNTS.keep}</p>
          </div>
          <div className="mt-8 flex items-center gap-4">
            {missing !== 'account' ? (
              <Link
                to={missing === 'plan' ? '/choose-plan' : '/'}
                className={buttonClass({ variant: 'primary' })}
              >
                Continue
              </Link>
            ) : (
              <>
                <Button disabled aria-describedby="continue-reason">
                  Continue
                </Button>
                <span className="hint" id="continue-reason">
                  {ACCOUNTS.continueReason}
                </span>
              </>
            )}
          </div>
        </>
      )}
    </main>
  );
}
