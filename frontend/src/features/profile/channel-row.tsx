/** One way in which a user is notified, and its place while its switch is on the way. */
import { useId, type ReactNode } from 'react';
import { NOTICES } from '@/features/notices/messages';
import { Skeleton } from '@/ui/skeleton';
import { PROFILE } from './messages';

type Props = {
  label: string;
  text: string;
  /** The control, given the attributes that name it. */
  children: (named: { 'aria-labelledby': string; 'aria-describedby': string }) => ReactNode;
};

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

/** As high as the rows that will stand here: what is below them stays where it is. */
export function WaitingChannels() {
  return [
    [PROFILE.email, PROFILE.emailText],
    [PROFILE.phone, PROFILE.phoneText],
  ].map(([label = '', text = '']) => (
    <ChannelRow key={label} label={label} text={text}>
      {() => <Skeleton className="h-8 w-14 rounded-full" />}
    </ChannelRow>
  ));
}

/** The tab while its code is on the way. */
export function WaitingNotifications() {
  return (
    <>
      <h2>{PROFILE.notifications}</h2>
      <div aria-busy="true">
        <WaitingChannels />
        <ChannelRow label={NOTICES.browser} text={NOTICES.browserText}>
          {() => <Skeleton className="h-8 w-14 rounded-full" />}
        </ChannelRow>
      </div>
    </>
  );
}
