/** The texts of the notification channels, and their rows while the switches load. */
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '@/api/me';
import type { User } from '@/api/types';
import { NOTIFICATIONS } from '@/features/notifications/messages';
import { formatFullPhone } from '@/lib/phone';
import { Skeleton } from '@/ui/skeleton';
import { SwitchRow } from '@/ui/switch-row';
import { CONFIRM, PROFILE } from './messages';

const waitingSwitch = <Skeleton className="h-7 w-12 flex-none rounded-full" />;

/** The text of the phone's row: why it is off if no text message may be sent. */
export function phoneText(user: Pick<User, 'phone' | 'phone_confirmed'> | undefined): string {
  if (user === undefined || user.phone_confirmed) return PROFILE.phoneText;
  return user.phone === '' ? CONFIRM.phoneMissing : CONFIRM.phoneOff(formatFullPhone(user.phone));
}

/** The text of the email's row: that it waits for the confirmation, if it does. */
export function emailText(
  user: Pick<User, 'email' | 'email_confirmed' | 'pending_email'> | undefined,
): string {
  if (user === undefined || user.email_confirmed) return PROFILE.emailText;
  return CONFIRM.emailWaits(user.pending_email ?? user.email);
}

/** As high as the loaded rows, so that nothing below them moves. */
export function WaitingChannels() {
  const { data: user } = useQuery(meQuery);
  return (
    <>
      <SwitchRow label={PROFILE.email} text={emailText(user)}>
        {() => waitingSwitch}
      </SwitchRow>
      {user?.email_confirmed === false && <Skeleton className="channel-confirm h-9 w-28" />}
      <SwitchRow label={PROFILE.phone} text={phoneText(user)}>
        {() => waitingSwitch}
      </SwitchRow>
      {user?.phone_confirmed === false && user.phone !== '' && (
        <Skeleton className="channel-confirm h-9 w-28" />
      )}
    </>
  );
}

/** The tab while its code loads. */
export function WaitingNotifications() {
  return (
    <>
      <h2 className="sr-only">{PROFILE.notifications}</h2>
      <div aria-busy="true">
        <WaitingChannels />
        <SwitchRow label={NOTIFICATIONS.browser} text={NOTIFICATIONS.browserText}>
          {() => waitingSwitch}
        </SwitchRow>
      </div>
    </>
  );
}
