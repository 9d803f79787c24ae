import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError, NO_ANSWER } from '@/api/errors';
import { isCodeLoadError } from '@/lib/loading/code-load-error';
import { reloadStyleSheets, takeFailedStyleSheets } from '@/lib/loading/failed-style-sheets';
import { BareHeader } from '@/ui/bare-header';
import { Button, buttonClass } from '@/ui/button';
import { PageTitle } from '@/ui/page-title';
import { EmptyPlate } from './empty-plate';
import { SHELL } from './messages';
import { useInShell } from './use-in-shell';

/** A route that failed to load or render: what happened, and links to other pages; never a stack trace. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const inShell = useInShell();
  // Stays true when the network returns, until the page has been tried again.
  const [isOffline, setIsOffline] = useState(() => !navigator.onLine);
  const tryAgain = async () => {
    try {
      await reloadStyleSheets(takeFailedStyleSheets());
      await router.invalidate();
      reset();
    } catch {
      // Failed again; this page stays.
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
        // The strip above the header would repeat it: shell.css hides it.
        <main className="page error-page error-page-offline" id="main">
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
  // Only errors of the API have a sentence for users.
  const refusal = error instanceof ApiError ? error : null;
  return (
    <main className="page error-page" id="main">
      <EmptyPlate />
      <PageTitle>{SHELL.failed}</PageTitle>
      <p role="alert">{refusal?.message ?? (isCodeLoadError(error) ? NO_ANSWER : SHELL.broken)}</p>
      <div className="error-page-links">
        <Button
          onClick={() => {
            void onTryAgain();
          }}
        >
          {SHELL.tryAgain}
        </Button>
        <Link to="/" className={buttonClass({ variant: 'quiet' })}>
          {SHELL.restaurants}
        </Link>
      </div>
      {refusal?.requestId != null && (
        <p className="error-page-id">
          {SHELL.requestId} <span className="mono">{refusal.requestId}</span>
        </p>
      )}
    </main>
  );
}
