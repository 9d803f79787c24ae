/**
 * The steps after sign-up: the email address, an account, a plan, the first request. Shown above the page until the
 * last one is done.
 */
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { meQuery } from '@/api/me';
import type { User } from '@/api/types';
import { countsQuery } from '@/entities/request/cache/queries';
import { missingStep, stepFacts } from '@/entities/user/next-step';
import { endStart, readStart, skipStart } from '@/entities/user/start';
import { useSelection } from '@/entities/venue/selection';
import { focusPageTitle } from '@/ui/page-title';
import { START } from './messages';
import { isDone, setupStep, START_STEPS, type StartStep, stepOfPage } from './start-rules';
import './start.css';

type Props = {
  /** Says below the steps what is missing until the email address is confirmed. */
  email: ReactNode;
  /** Shown on the pages without the steps, so that one notice at a time is above a page. */
  otherwise: ReactNode;
};

export function StartSteps(props: Props) {
  const { data: user } = useQuery(meQuery);
  return user !== undefined && <Steps key={user.id} user={user} {...props} />;
}

function Steps({ user, email, otherwise }: Props & { user: User }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [isSkipped, setIsSkipped] = useState(false);
  // Read from the cache only: pages that show requests load it.
  const { data: counts } = useQuery({ ...countsQuery, enabled: false });
  const filed = counts?.total_reservations ?? 0;
  const [wasUnconfirmed] = useState(!user.email_confirmed);
  const mark = isSkipped ? 'skipped' : readStart(user.id);
  useEffect(() => {
    if (filed > 0 && mark === 'open') endStart(user.id);
  }, [filed, mark, user.id]);

  const facts = { ...stepFacts(user, filed), email: user.email_confirmed };
  const current = stepOfPage(pathname, { missing: missingStep(facts), mark });
  if (current === null) return otherwise;

  const skip = () => {
    skipStart(user.id);
    setIsSkipped(true);
    if (setupStep(pathname) === null) focusPageTitle();
    else void navigate({ to: '/' });
  };
  return (
    <>
      <nav className="start" aria-label={START.label}>
        <p className="start-place">
          {START.place(START_STEPS.indexOf(current) + 1, START_STEPS.length)}
        </p>
        <ol>
          {START_STEPS.map((step, index) => (
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
        {wasUnconfirmed && (
          <p className="sr-only" role="status">
            {user.email_confirmed && START.confirmed}
          </p>
        )}
      </nav>
      {email}
    </>
  );
}

type StepProps = { step: StartStep; number: number; isCurrent: boolean; isDone: boolean };

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
      {isCurrent || step === 'email' ? (
        <span className="start-step">{content}</span>
      ) : (
        <Link to={to[step]} className="start-step">
          {content}
        </Link>
      )}
    </li>
  );
}
