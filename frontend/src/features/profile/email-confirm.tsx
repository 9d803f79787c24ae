import { ResendButton, resendOutcome } from '@/entities/user/email/resend-link';
import { useResendLink } from '@/entities/user/email/use-resend-link';

/** Below the switch of an unconfirmed email address: sends another link, and shows the server's answer. */
export function EmailConfirm() {
  const resend = useResendLink();
  return (
    <div className="channel-confirm">
      <div className="flex flex-wrap items-center gap-3">
        <ResendButton resend={resend} />
        <p role="status">{resendOutcome(resend)}</p>
      </div>
    </div>
  );
}
