/** Shown on every signed-in page until the email address is confirmed, with a button that sends another link. */
import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { meQuery } from '@/api/me';
import { Banner } from '@/ui/banner';
import { CONFIRM } from './confirm-messages';
import { useResendLink } from './confirm-mutations';
import { ResendButton, resendOutcome } from './resend-link';

export function ConfirmBanner() {
  const { data: user } = useQuery(meQuery);
  if (user === undefined || user.email_confirmed) return null;
  return <Unconfirmed email={user.pending_email ?? user.email} />;
}

function Unconfirmed({ email }: { email: string }) {
  const resend = useResendLink();
  return (
    <div className="page-notice">
      <Banner icon={Mail} action={<ResendButton resend={resend} />}>
        {resendOutcome(resend) ?? CONFIRM.unconfirmed(email)}
      </Banner>
    </div>
  );
}
