/**
 * The pages behind the links of our emails. Opening one changes nothing, because mail scanners open links too: a
 * button does what the link is for. A failure is shown in the button's place.
 */
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '@/api/errors';
import { readTokens } from '@/api/session';
import { useOffline } from '@/lib/online';
import { Button, buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { AuthLayout } from './auth-layout';
import { AUTH, LINK_PAGES } from './messages';
import { isUnusableLink, type LinkPurpose, useEmailLink } from './mutations';

export function EmailLinkPage({ purpose, token }: { purpose: LinkPurpose; token: string }) {
  const text = LINK_PAGES[purpose];
  const use = useEmailLink(purpose);
  const isOver = token === '' || use.isSuccess || isUnusableLink(use.error);
  return (
    <AuthLayout title={text.title} lead={isOver ? undefined : text.lead} scene="evening">
      <div className="mt-8 grid gap-5">
        {token === '' ? (
          <>
            <Notice tone="unsuccessful" title={AUTH.linkMissing}>
              {AUTH.linkMissingAdvice}
            </Notice>
            <NextLink />
          </>
        ) : (
          <ConfirmButton purpose={purpose} token={token} use={use} />
        )}
      </div>
    </AuthLayout>
  );
}

type ConfirmProps = { purpose: LinkPurpose; token: string; use: ReturnType<typeof useEmailLink> };

function ConfirmButton({ purpose, token, use }: ConfirmProps) {
  const text = LINK_PAGES[purpose];
  const offline = useOffline();
  const isOver = use.isSuccess || isUnusableLink(use.error);
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (isOver) outcome.current?.focus();
  }, [isOver]);

  if (use.isSuccess) {
    return (
      <>
        <Notice ref={outcome} tone="confirmed" title={use.data.message} />
        <NextLink isDone />
      </>
    );
  }
  if (isUnusableLink(use.error)) {
    return (
      <>
        <Notice ref={outcome} tone="unsuccessful" title={messageOf(use.error)}>
          {AUTH.nothingChanged}
        </Notice>
        <NextLink />
      </>
    );
  }
  return (
    <>
      {use.isError && <Notice tone="unsuccessful" title={messageOf(use.error)} />}
      {offline && !use.isError && (
        <p className="hint" role="status">
          {AUTH.linkOffline}
        </p>
      )}
      <Button
        variant="primary"
        size="lg"
        block
        pending={use.isPending}
        pendingLabel={text.pending}
        onClick={() => {
          use.mutate({ token });
        }}
      >
        {text.button}
      </Button>
    </>
  );
}

/** A user who is signed in here goes on to the restaurants, or to the profile for another link; others log in. */
function NextLink({ isDone = false }: { isDone?: boolean }) {
  const [isSignedIn] = useState(() => readTokens() !== null);
  if (!isSignedIn) {
    return (
      <Link to="/login" className={buttonClass()}>
        {AUTH.logIn}
      </Link>
    );
  }
  return (
    <Link to={isDone ? '/' : '/profile'} className={buttonClass()}>
      {isDone ? AUTH.toRestaurants : AUTH.toProfile}
    </Link>
  );
}
