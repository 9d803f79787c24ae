/**
 * The line about an unconfirmed email address: what follows until it is confirmed, and a button that sends another link.
 * One notice at a time says what to do next, so the line is left out where the page itself says it.
 */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { meQuery } from '@/api/me';
import { CONFIRM_EMAIL } from '@/entities/user/email/messages';
import { ResendButton, resendOutcome } from '@/entities/user/email/resend-link';
import { useResendLink } from '@/entities/user/email/use-resend-link';
import { missingStep, stepFacts } from '@/entities/user/next-step';

/** On every signed-in page. While an account or a plan is missing, only on the profile. */
export function ConfirmBanner() {
  const { data: user } = useQuery(meQuery);
  const { pathname } = useLocation();
  const isStarting = user !== undefined && missingStep(stepFacts(user)) !== null;
  return (!isStarting || pathname === '/profile') && <ConfirmLine />;
}

export function ConfirmLine() {
  const { data: user } = useQuery(meQuery);
  const { pathname, searchStr } = useLocation();
  if (user === undefined || user.email_confirmed || saysIt(pathname, searchStr)) return null;
  return <Unconfirmed email={user.pending_email ?? user.email} />;
}

/** Whether the page has its own sentence: the request form beside its button, the notifications at their switch. */
function saysIt(pathname: string, search: string): boolean {
  if (pathname === '/reservations/add-reservation') return true;
  return pathname === '/profile' && new URLSearchParams(search).get('tab') === 'notifications';
}

function Unconfirmed({ email }: { email: string }) {
  const resend = useResendLink();
  return (
    <div className="page-notice">
      <p className="confirm-line" role="status">
        <Mail aria-hidden="true" />
        <span>
          {resendOutcome(resend) ?? CONFIRM_EMAIL.unconfirmed(email)} {CONFIRM_EMAIL.consequence}{' '}
          <ResendButton resend={resend} inline />
        </span>
      </p>
    </div>
  );
}
