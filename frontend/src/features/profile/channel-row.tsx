/** A row of one notification channel, and its placeholder while its switch loads. */
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { meQuery } from '@/api/me';
import type { User } from '@/api/types';
import { NOTIFICATIONS } from '@/features/notifications/messages';
import { formatFullPhone } from '@/lib/phone';
import { Skeleton } from '@/ui/skeleton';
import { CONFIRM, PROFILE } from './messages';

const waitingSwitch = <Skeleton className="h-7 w-12 flex-none rounded-full" />;

export type NamedBy = { 'aria-labelledby': string; 'aria-describedby': string };

type Props = {
  label: string;
  text: string;
  /** The control, given the attributes that name it. */
  children: (named: NamedBy) => ReactNode;
};

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

export function ChannelRow({ label, text, children }: Props) {
  const id = useId();
  return (
    <div className="switch-row">
      <div>
        <b id={id}>{label}</b>
        <p className="hint" id={`${id}-text`}>
          {text}
        </p>
      </div>
      {children({ 'aria-labelledby': id, 'aria-describedby': `${id}-text` })}
    </div>
  );
}

/** As high as the loaded rows, so that nothing below them moves. */
export function WaitingChannels() {
  const { data: user } = useQuery(meQuery);
  return (
    <>
      <ChannelRow label={PROFILE.email} text={emailText(user)}>
        {() => waitingSwitch}
      </ChannelRow>
      {user?.email_confirmed === false && <Skeleton className="channel-confirm h-9 w-28" />}
      <ChannelRow label={PROFILE.phone} text={phoneText(user)}>
        {() => waitingSwitch}
      </ChannelRow>
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
        <ChannelRow label={NOTIFICATIONS.browser} text={NOTIFICATIONS.browserText}>
          {() => waitingSwitch}
        </ChannelRow>
      </div>
    </>
  );
}
