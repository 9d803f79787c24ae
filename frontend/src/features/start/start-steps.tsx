/** The three steps after sign-up: an account, a plan, the first request. Shown above the page until they are done. */
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { meQuery } from '@/api/me';
import type { User } from '@/api/types';
import { countsQuery } from '@/entities/request/cache/queries';
import {
  missingStep,
  type Step,
  type StepFacts,
  stepFacts,
  STEPS,
} from '@/entities/user/next-step';
import { endStart, readStart, skipStart } from '@/entities/user/start';
import { useSelection } from '@/entities/venue/selection';
import { focusPageTitle } from '@/ui/page-title';
import { START } from './messages';
import { setupStep, stepOfPage } from './start-rules';
import './start.css';

/** `otherwise`: shown on the pages without the steps, so that one notice at a time is above a page. */
export function StartSteps({ otherwise }: { otherwise: ReactNode }) {
  const { data: user } = useQuery(meQuery);
  return user !== undefined && <Steps key={user.id} user={user} otherwise={otherwise} />;
}

function Steps({ user, otherwise }: { user: User; otherwise: ReactNode }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [isSkipped, setIsSkipped] = useState(false);
  // Read from the cache only: pages that show requests load it.
  const { data: counts } = useQuery({ ...countsQuery, enabled: false });
  const filed = counts?.total_reservations ?? 0;
  const mark = isSkipped ? 'skipped' : readStart(user.id);
  useEffect(() => {
    if (filed > 0 && mark === 'open') endStart(user.id);
  }, [filed, mark, user.id]);

  const facts = stepFacts(user, filed);
  const current = stepOfPage(pathname, { missing: missingStep(facts), mark });
  if (current === null) return otherwise;

  const skip = () => {
    skipStart(user.id);
    setIsSkipped(true);
    if (setupStep(pathname) === null) focusPageTitle();
    else void navigate({ to: '/' });
  };
  return (
    <nav className="start" aria-label={START.label}>
      <p className="start-place">{START.place(STEPS.indexOf(current) + 1, STEPS.length)}</p>
      <ol>
        {STEPS.map((step, index) => (
          <StepLink
            key={step}
            step={step}
            number={index + 1}
            isCurrent={step === current}
            isDone={isDone(step, facts)}
          />
        ))}
      </ol>
      <button type="button" className="link start-skip" onClick={skip}>
        {START.skip}
      </button>
    </nav>
  );
}

type StepProps = { step: Step; number: number; isCurrent: boolean; isDone: boolean };

function StepLink({ step, number, isCurrent, isDone }: StepProps) {
  const hasVenues = useSelection().length > 0;
  const to = {
    account: '/connect-accounts',
    plan: '/choose-plan',
    request: hasVenues ? '/reservations/add-reservation' : '/',
  } as const;
  const content = (
    <>
      <span className="start-number" aria-hidden="true">
        {isDone ? <Check strokeWidth={2.5} /> : number}
      </span>
      <span>
        {START.steps[step]} {isDone && <span className="sr-only">{START.done}</span>}
      </span>
    </>
  );
  return (
    <li data-done={isDone || undefined} aria-current={isCurrent ? 'step' : undefined}>
      {isCurrent ? (
        <span className="start-step">{content}</span>
      ) : (
        <Link to={to[step]} className="start-step">
          {content}
        </Link>
      )}
    </li>
  );
}

function isDone(step: Step, { accounts, plan, requests = 0 }: StepFacts): boolean {
  if (step === 'account') return accounts > 0;
  return step === 'plan' ? plan : requests > 0;
}
