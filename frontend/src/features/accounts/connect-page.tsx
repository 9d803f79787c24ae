/** The first step after sign-up: the user connects an account, then continues. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { meQuery } from '@/api/me';
import { missingStep, stepFacts } from '@/entities/user/next-step';
import { Button, buttonClass } from '@/ui/button';
import { PageTitle } from '@/ui/page-title';
import { AccountCards } from './account-cards';
import { ACCOUNTS } from './messages';

export function ConnectPage() {
  const { data: user } = useQuery(meQuery);
  const missing = user === undefined ? null : missingStep(stepFacts(user));
  return (
    <main className="page" id="main">
      <div className="page-head">
        <div>
          <PageTitle>{ACCOUNTS.title}</PageTitle>
          <p>{ACCOUNTS.lead}</p>
        </div>
      </div>
      <AccountCards />
      {user !== undefined && (
        <div className="mt-8 flex items-center gap-4">
          {missing !== 'account' ? (
            <Link
              to={missing === 'plan' ? '/choose-plan' : '/'}
              className={buttonClass({ variant: 'primary' })}
            >
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
