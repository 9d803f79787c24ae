/**
 * The page on which a user approves or declines what a program wants to book without asking each time. The buttons
 * stand after everything that is approved.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError, messageOf } from '@/api/errors';
import { findObstacle, passkeysQuery } from '@/entities/passkey/passkeys';
import { MANDATE } from '@/entities/program/mandate-messages';
import { mandateFacts, mandateQuery, programOf, type Mandate } from '@/entities/program/mandates';
import { useOffline } from '@/lib/online';
import { Button, buttonClass } from '@/ui/button';
import { FactList } from '@/ui/fact-list';
import { LoadError } from '@/ui/load-error';
import { Notice } from '@/ui/notice';
import { PageTitle } from '@/ui/page-title';
import { SkeletonRows } from '@/ui/skeleton';
import { useApprove, useDecline } from './calls';
import './mandate.css';

/** The title is set here, because routes are in the entry, which is full. */
export function MandatePage({ mandateId }: { mandateId: number }) {
  useEffect(() => {
    document.title = `${MANDATE.title} · Tablehawk`;
  }, []);
  const { data: mandate, error, isFetching, refetch } = useQuery(mandateQuery(mandateId));
  return (
    <main className="page mandate" id="main">
      <PageTitle>{MANDATE.title}</PageTitle>
      {mandate !== undefined ? (
        <Shown mandate={mandate} />
      ) : error === null ? (
        <SkeletonRows rows={8} className="h-11" label={MANDATE.loading} />
      ) : error instanceof ApiError && [404, 422].includes(error.status) ? (
        <>
          <Notice tone="unsuccessful" title={MANDATE.notFound} />
          <ToProfile />
        </>
      ) : (
        <LoadError title={MANDATE.failed} onRetry={() => void refetch()} pending={isFetching} />
      )}
    </main>
  );
}

function Shown({ mandate }: { mandate: Mandate }) {
  const { state } = mandate;
  return (
    <>
      {state === 'draft' ? (
        <p className="mandate-asks">{MANDATE.asks(programOf(mandate))}</p>
      ) : (
        <Notice
          tone={state === 'approved' ? 'confirmed' : 'unsuccessful'}
          title={MANDATE.over[state]}
        />
      )}
      <FactList facts={mandateFacts(mandate)} />
      {state === 'draft' ? <Decision mandate={mandate} /> : <ToProfile />}
    </>
  );
}

function Decision({ mandate }: { mandate: Mandate }) {
  const approve = useApprove(mandate);
  const decline = useDecline(mandate);
  const { data: passkeys = [] } = useQuery(passkeysQuery);
  const obstacle = passkeys.length === 0 ? null : findObstacle();
  const offline = useOffline();
  const error = approve.error ?? decline.error;
  const isSent = approve.isPending || decline.isPending;
  return (
    <>
      <p className="hint">{MANDATE.limits}</p>
      {passkeys.length > 0 && obstacle === null && <p className="hint">{MANDATE.withPasskey}</p>}
      {obstacle !== null && (
        <Notice tone="unsuccessful" title={MANDATE.needsPasskey}>
          {obstacle} {MANDATE.otherDevice}
        </Notice>
      )}
      {error !== null && <Notice tone="unsuccessful" title={messageOf(error)} />}
      {offline && (
        <p className="hint" role="status">
          {MANDATE.offline}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button
          size="lg"
          disabled={isSent && !decline.isPending}
          pending={decline.isPending}
          pendingLabel={MANDATE.declining}
          onClick={() => {
            approve.reset();
            decline.mutate();
          }}
        >
          {MANDATE.decline}
        </Button>
        <Button
          variant="ink"
          size="lg"
          disabled={obstacle !== null || (isSent && !approve.isPending)}
          pending={approve.isPending}
          pendingLabel={MANDATE.approving}
          onClick={() => {
            decline.reset();
            approve.mutate();
          }}
        >
          {MANDATE.approve}
        </Button>
      </div>
    </>
  );
}

function ToProfile() {
  return (
    <Link to="/profile" search={{ tab: 'password' }} className={buttonClass()}>
      {MANDATE.toProfile}
    </Link>
  );
}
