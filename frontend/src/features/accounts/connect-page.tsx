/** The first step after sign-up: the user connects an account, then continues. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { meQuery } from '@/api/me';
import { missingStep, stepFacts } from '@/entities/user/next-step';
import { readStart } from '@/entities/user/start';
import { Button, buttonClass } from '@/ui/button';
import { PageTitle } from '@/ui/page-title';
import { AccountCards } from './account-cards';
import { ACCOUNTS } from './messages';

export function ConnectPage() {
  const { data: user } = useQuery(meQuery);
  const missing = user === undefined ? null : missingStep(stepFacts(user));
  const [goesOn, setGoesOn] = useState(false);
  // A user who only adds an account has no next step.
  const isStart = missing !== null || (user !== undefined && readStart(user.id) === 'open');
  const goOn = () => {
    setGoesOn(true);
  };
  return (
    <main className="page" id="main">
      <div className="page-head">
        <div>
          <PageTitle>{ACCOUNTS.title}</PageTitle>
          <p>{ACCOUNTS.lead}</p>
        </div>
      </div>
      <AccountCards onGoOn={isStart ? goOn : undefined} />
      {user !== undefined && (
        <div className="mt-8 flex items-center gap-4">
          {missing !== 'account' ? (
            <ContinueLink to={missing === 'plan' ? '/choose-plan' : '/'} takesFocus={goesOn} />
          ) : (
            <>
              <Button disabled aria-describedby="continue-reason">
                {ACCOUNTS.continue}
              </Button>
              <span className="hint" id="continue-reason">
                {ACCOUNTS.continueReason}
              </span>
            </>
          )}
        </div>
      )}
    </main>
  );
}

function ContinueLink({ to, takesFocus }: { to: '/choose-plan' | '/'; takesFocus: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (takesFocus) link.current?.focus();
  }, [takesFocus]);
  return (
    <Link ref={link} to={to} className={buttonClass({ variant: 'primary' })}>
      {ACCOUNTS.continue}
    </Link>
  );
}
