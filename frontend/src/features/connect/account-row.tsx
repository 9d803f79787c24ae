import { useState } from 'react';
import type { ReservationSource } from '@/api/types';
import { formatFullPhone } from '@/lib/phone';
import { formatAgo } from '@/lib/format';
import { useNow } from '@/lib/relative-time';
import { Button } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy-component';
import type { ConnectedAccount } from './connected-account';
import { ACCOUNTS } from './messages';
import { platformName } from '@/entities/platform/platforms';

const DisconnectDialog = lazyComponent(
  async () => (await import('./disconnect-dialog')).DisconnectDialog,
);

type Props = { source: ReservationSource; account: ConnectedAccount };

export function AccountRow({ source, account }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const now = useNow();
  const { verified_at } = account;
  const name = formatFullPhone(account.username);
  return (
    <li className="account-row">
      <b>{name}</b>
      <Button
        size="sm"
        aria-label={`${ACCOUNTS.disconnect} ${name}`}
        onClick={() => {
          setIsOpen(true);
        }}
      >
        {ACCOUNTS.disconnect}
      </Button>
      <span className="hint">
        {account.status === 'needs_reconnect'
          ? ACCOUNTS.expired(platformName(source))
          : verified_at === null
            ? ACCOUNTS.notVerified
            : ACCOUNTS.verified(formatAgo(Date.parse(verified_at), now))}
      </span>
      {/* Stays mounted, so that closing it can return the focus. */}
      <DisconnectDialog source={source} account={account} open={isOpen} onOpenChange={setIsOpen} />
    </li>
  );
}
