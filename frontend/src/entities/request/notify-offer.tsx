/** Beside a prompt for an account or a plan: a request that only notifies needs neither. */
import { Bell } from 'lucide-react';
import type { User } from '@/api/types';
import { Button } from '@/ui/button';
import { messages } from './messages';
import { NOTIFY_OFFER } from './notify-offer-messages';

type Props = {
  user: Pick<User, 'entitlements'>;
  /** What would be filed, if it is not on the screen. */
  about?: string;
  pending?: boolean;
  onNotify: () => void;
};

export function NotifyOffer({ user, about, pending = false, onNotify }: Props) {
  const { can_reserve } = user.entitlements;
  return (
    <div className="banner" data-tone="watching">
      <Bell aria-hidden="true" />
      <p>
        {about !== undefined && <strong>{about} </strong>}
        {can_reserve ? NOTIFY_OFFER.included : NOTIFY_OFFER.free}
      </p>
      <Button size="sm" pending={pending} pendingLabel={messages.filing} onClick={onNotify}>
        {messages.notifyMe}
      </Button>
    </div>
  );
}
