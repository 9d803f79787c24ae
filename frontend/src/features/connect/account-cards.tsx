/** The connected accounts of both platforms and what we store of them, for the connect page and the profile. */
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { meQuery } from '@/api/me';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { LoadError } from '@/ui/load-error';
import { Skeleton } from '@/ui/skeleton';
import { ACCOUNTS } from './messages';
import { OpenTableCard } from './opentable-card';
import { PlatformCard } from './platform-card';
import './accounts.css';

/** `next`: a link to the page's next step, shown after a connection. */
export function AccountCards({ next }: { next?: ReactNode }) {
  const titleId = useId();
  const { data: user, isError, isFetching, refetch } = useQuery(meQuery);
  if (user === undefined) {
    return isError ? (
      <LoadError title={ACCOUNTS.loadFailed} onRetry={() => void refetch()} pending={isFetching} />
    ) : (
      <div className="account-cards" aria-busy="true">
        <Skeleton className="h-85 rounded-panel" />
        <Skeleton className="h-85 rounded-panel" />
      </div>
    );
  }
  return (
    <>
      {isError && (
        <Banner
          action={
            <Button size="sm" onClick={() => void refetch()}>
              {ACCOUNTS.tryAgain}
            </Button>
          }
        >
          {ACCOUNTS.refreshFailed}
        </Banner>
      )}
      <div className="account-cards">
        <PlatformCard userId={user.id} accounts={user.resy_accounts} next={next} />
        <OpenTableCard userId={user.id} accounts={user.ot_accounts} next={next} />
      </div>
      <section className="keep" aria-labelledby={titleId}>
        <ShieldCheck aria-hidden="true" />
        <div>
          <h2 id={titleId}>{ACCOUNTS.keepTitle}</h2>
          {ACCOUNTS.keep.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      </section>
    </>
  );
}
