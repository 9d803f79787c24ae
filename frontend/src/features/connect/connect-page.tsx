/** The first step after sign-up: the user connects an account, then continues. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { meQuery } from '@/api/me';
import { missingStep, type Step, stepFacts } from '@/entities/user/next-step';
import { readStart } from '@/entities/user/start';
import { selection } from '@/entities/venue/selection';
import { Button, buttonClass } from '@/ui/button';
import { PageTitle } from '@/ui/page-title';
import { AccountCards } from './account-cards';
import { ACCOUNTS } from './messages';

/** `kept`: what can be done with the one restaurant that was chosen before, without an account or a plan. */
export function ConnectPage({ kept }: { kept?: ReactNode }) {
  const { data: user } = useQuery(meQuery);
  const missing = user === undefined ? null : missingStep(stepFacts(user));
  const [isStart, setIsStart] = useState(false);
  // A user who only adds an account has no next step.
  const hasNext = missing !== null || (user !== undefined && readStart(user.id) === 'open');
  if (hasNext && !isStart) setIsStart(true);
  return (
    <main className="page" id="main">
      <div className="page-head">
        <div>
          <PageTitle>{ACCOUNTS.title}</PageTitle>
          <p>{ACCOUNTS.lead()}</p>
        </div>
      </div>
      {missing !== null && selection.get().length > 0 && kept}
      <AccountCards next={isStart ? <NextLink /> : undefined} />
      {user !== undefined && (
        <div className="mt-8 flex items-center gap-4">
          {missing !== 'account' ? (
            <Link to={nextPage(missing)} className={buttonClass({ variant: 'primary' })}>
              {ACCOUNTS.continue}
            </Link>
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

function nextPage(missing: Step | null) {
  if (missing === 'plan') return '/choose-plan';
  // A restaurant that was chosen before the sign-up.
  return selection.get().length > 0 ? '/reservations/add-reservation' : '/';
}

const NEXT_TEXTS = {
  '/choose-plan': ACCOUNTS.choosePlan,
  '/reservations/add-reservation': ACCOUNTS.finishRequest,
  '/': ACCOUNTS.findRestaurant,
} as const;

/** The next step in the notice about a connection. The form that had the focus is gone, so the link takes it. */
function NextLink() {
  const { data: user } = useQuery(meQuery);
  const missing = user === undefined ? null : missingStep(stepFacts(user));
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    link.current?.focus();
  }, []);
  return (
    <Link ref={link} to={nextPage(missing)} className="link link-inline">
      {NEXT_TEXTS[nextPage(missing)]}
    </Link>
  );
}
