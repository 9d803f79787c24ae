import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { messageOf } from '@/api/errors';
import { LoadError } from '@/ui/load-error';
import { PageTitle } from '@/ui/page-title';

/** A route that could not be loaded or drawn: one sentence and a way out, never a stack trace. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <main className="page" id="main">
      <PageTitle>This page did not load</PageTitle>
      <LoadError
        title={messageOf(error)}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </main>
  );
}
