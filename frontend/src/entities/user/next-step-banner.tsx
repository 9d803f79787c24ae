/**
 * One banner for what a user still needs before a request: an account or a plan. Renders nothing if neither is missing.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plug, Ticket } from 'lucide-react';
import { meQuery } from '@/api/me';
import { Banner } from '@/ui/banner';
import { buttonClass } from '@/ui/button';
import { NEXT_STEP } from './messages';
import { missingStep, stepFacts } from './next-step';

export function NextStepBanner() {
  const { data: user } = useQuery(meQuery);
  if (user === undefined) return null;
  const missing = missingStep(stepFacts(user));
  if (missing === 'account') {
    return (
      <Banner
        icon={Plug}
        action={
          <Link to="/connect-accounts" className={buttonClass({ size: 'sm' })}>
            {NEXT_STEP.connect}
          </Link>
        }
      >
        {NEXT_STEP.accountMissing()}
      </Banner>
    );
  }
  if (missing === 'plan') {
    return (
      <Banner
        icon={Ticket}
        action={
          <Link to="/choose-plan" className={buttonClass({ size: 'sm' })}>
            {NEXT_STEP.choosePlan}
          </Link>
        }
      >
        {user.has_had_free_trial ? NEXT_STEP.planMissing() : NEXT_STEP.trialMissing()}
      </Banner>
    );
  }
  return null;
}
