/** Says beside the request form's button that nothing would tell the user about a booked table, with the shortest remedy. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { User } from '@/api/types';
import { ResendButton, resendOutcome } from '@/entities/user/email/resend-link';
import { useResendLink } from '@/entities/user/email/use-resend-link';
import { REACH } from './messages';
import { useTurnOn } from './settings/mutations';
import { pushSupport } from './settings/push-device';
import { settingsQuery } from './settings/queries';

type Props = { user: User; className: string };

/** Renders nothing for users whom a message reaches. It never keeps anybody from filing. */
export function ReachNote({ user, className }: Props) {
  const { data: settings, refetch } = useQuery(settingsQuery);
  const { email_confirmed } = user;
  const wasConfirmed = useRef(email_confirmed);
  useEffect(() => {
    // The event of a confirmation loads only the user.
    if (wasConfirmed.current !== email_confirmed) void refetch();
    wasConfirmed.current = email_confirmed;
  }, [email_confirmed, refetch]);
  if (settings === undefined || settings.reachable) return null;
  return (
    <div className={className}>
      <div className="reach-note">
        <BellOff aria-hidden="true" />
        <div>
          {email_confirmed ? (
            <p>
              {REACH.off}{' '}
              <Link to="/profile" search={{ tab: 'notifications' }} className="link link-inline">
                {REACH.choose}
              </Link>
            </p>
          ) : (
            <Unconfirmed email={user.pending_email ?? user.email} />
          )}
          {settings.push_key !== null && pushSupport() === 'available' && (
            <TurnOn pushKey={settings.push_key} />
          )}
        </div>
      </div>
    </div>
  );
}

function Unconfirmed({ email }: { email: string }) {
  const resend = useResendLink();
  return (
    <p role="status">
      {REACH.unconfirmed} {resendOutcome(resend) ?? REACH.open(email)}{' '}
      <ResendButton resend={resend} inline />
    </p>
  );
}

function TurnOn({ pushKey }: { pushKey: string }) {
  const { mutate, isPending } = useTurnOn();
  return (
    <p>
      <button
        type="button"
        className="link link-inline"
        aria-disabled={isPending}
        onClick={() => {
          if (!isPending) mutate(pushKey);
        }}
      >
        {isPending ? REACH.turningOn : REACH.turnOn}
      </button>
    </p>
  );
}
