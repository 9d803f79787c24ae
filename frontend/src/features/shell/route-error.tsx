import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError, NO_ANSWER } from '@/api/errors';
import { isMissingCode } from '@/lib/loading/code-load-error';
import { renew, takeLostSheets } from '@/lib/loading/failed-style-sheets';
import { BareHeader } from '@/ui/bare-header';
import { Button, buttonClass } from '@/ui/button';
import { PageTitle } from '@/ui/page-title';
import { EmptyPlate } from './empty-plate';
import { SHELL } from './messages';
import { useInShell } from './use-in-shell';

/** A route that could not be loaded or drawn: what happened in a sentence and the ways out, never a stack trace. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const inShell = useInShell();
  // It stays an offline page until the page behind it was tried again with a network.
  const [isOffline, setIsOffline] = useState(() => !navigator.onLine);
  const tryAgain = async () => {
    try {
      await renew(takeLostSheets());
      await router.invalidate();
      reset();
    } catch {
      // Still gone; what stands here says so.
    }
  };
  const comeBack = useEffectEvent(async () => {
    await tryAgain();
    setIsOffline(!navigator.onLine);
  });
  useEffect(() => {
    if (!isOffline) return;
    const onOnline = () => void comeBack();
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('online', onOnline);
    };
  }, [isOffline]);
  return (
    <>
      {!inShell && <BareHeader />}
      {isOffline ? (
        // The strip above the header would say the same: shell.css hides it.
        <main className="page nowhere nowhere-offline" id="main">
          <EmptyPlate />
          <PageTitle>{SHELL.offline}</PageTitle>
          <p role="alert">{SHELL.offlineText}</p>
        </main>
      ) : (
        <Failure error={error} onTryAgain={tryAgain} />
      )}
    </>
  );
}

function Failure({ error, onTryAgain }: { error: unknown; onTryAgain: () => Promise<void> }) {
  // What a page throws while it is drawn speaks to us, not to its reader.
  const refusal = error instanceof ApiError ? error : null;
  return (
    <main className="page nowhere" id="main">
      <EmptyPlate />
      <PageTitle>{SHELL.failed}</PageTitle>
      <p role="alert">{refusal?.message ?? (isMissingCode(error) ? NO_ANSWER : SHELL.broken)}</p>
      <div className="nowhere-ways">
        <Button
          onClick={() => {
            void onTryAgain();
          }}
        >
          Try Again
        </Button>
        <Link to="/" className={buttonClass({ variant: 'quiet' })}>
          {SHELL.restaurants}
        </Link>
      </div>
      {refusal?.requestId != null && (
        <p className="nowhere-id">
          {SHELL.requestId} <span className="mono">{refusal.requestId}</span>
        </p>
      )}
    </main>
  );
}
