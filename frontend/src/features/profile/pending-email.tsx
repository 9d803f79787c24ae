import { Mail } from 'lucide-react';
import type { User } from '@/api/types';
import { ResendButton, resendOutcome } from '@/entities/user/email/resend-link';
import { useResendLink } from '@/entities/user/email/use-resend-link';
import { CONFIRM } from './messages';

type Props = { user: Pick<User, 'email' | 'email_confirmed'>; pending: string };

/** A new address that is not confirmed yet. For an unconfirmed account the banner above has the button. */
export function PendingEmail({ user, pending }: Props) {
  const resend = useResendLink();
  const outcome = resendOutcome(resend);
  return (
    <div className="notice" data-tone="watching" role="status">
      <Mail aria-hidden="true" />
      <b>{CONFIRM.pending(pending)}</b>
      <p>
        {CONFIRM.stays(user.email)}
        {outcome !== null && <> {outcome}</>}
      </p>
      {user.email_confirmed && (
        <div className="channel">
          <ResendButton resend={resend} />
        </div>
      )}
    </div>
  );
}
