/**
 * One line on every signed-in page until the email address is confirmed, with a button that sends another link. While an
 * account or a plan is missing only the profile shows it: one notice at a time says what to do next.
 */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { meQuery } from '@/api/me';
import { missingStep, stepFacts } from '@/entities/user/next-step';
import { CONFIRM_EMAIL } from './confirm-messages';
import { useResendLink } from './confirm-mutations';
import { ResendButton, resendOutcome } from './resend-link';

export function ConfirmBanner() {
  const { data: user } = useQuery(meQuery);
  const { pathname } = useLocation();
  if (user === undefined || user.email_confirmed) return null;
  if (missingStep(stepFacts(user)) !== null && pathname !== '/profile') return null;
  return <Unconfirmed email={user.pending_email ?? user.email} />;
}

function Unconfirmed({ email }: { email: string }) {
  const resend = useResendLink();
  return (
    <div className="page-notice">
      <p className="confirm-line" role="status">
        <Mail aria-hidden="true" />
        <span>
          {resendOutcome(resend) ?? CONFIRM_EMAIL.unconfirmed(email)}{' '}
          <ResendButton resend={resend} inline />
        </span>
      </p>
    </div>
  );
}
