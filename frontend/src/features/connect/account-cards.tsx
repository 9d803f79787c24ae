/** The connected accounts at all platforms and what we store of them, for the connect page and the profile. */
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { meQuery } from '@/api/me';
import { accountsAt } from '@/entities/platform/accounts';
import { platforms } from '@/entities/platform/platforms';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { LoadError } from '@/ui/load-error';
import { Skeleton } from '@/ui/skeleton';
import { ACCOUNTS } from './messages';
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
        {platforms().map(({ key }) => (
          <Skeleton key={key} className="h-85 rounded-panel" />
        ))}
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
        {platforms().map((platform) => (
          <PlatformCard
            key={platform.key}
            platform={platform}
            userId={user.id}
            accounts={accountsAt(user, platform.key)}
            next={next}
          />
        ))}
      </div>
      <section className="keep" aria-labelledby={titleId}>
        <ShieldCheck aria-hidden="true" />
        <div>
          <h2 id={titleId}>{ACCOUNTS.keepTitle}</h2>
          {ACCOUNTS.keep().map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      </section>
    </>
  );
}
