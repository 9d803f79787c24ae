import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ApiError } from '@/api/errors';
import { renew, takeLostSheets } from '@/lib/lost-sheets';
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
  // What a page throws while it is drawn speaks to us, not to its reader.
  const refusal = error instanceof ApiError ? error : null;
  const tryAgain = async () => {
    try {
      await renew(takeLostSheets());
    } catch {
      // Still gone; what stands here says so.
      return;
    }
    reset();
    await router.invalidate();
  };
  return (
    <>
      {!inShell && <BareHeader />}
      <main className="page nowhere" id="main">
        <EmptyPlate />
        <PageTitle>{SHELL.failed}</PageTitle>
        <p role="alert">{refusal?.message ?? SHELL.broken}</p>
        <div className="nowhere-ways">
          <Button
            onClick={() => {
              void tryAgain();
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
    </>
  );
}
