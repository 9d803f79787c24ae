import { useState } from 'react';
import type { Platform } from '@/api/types';
import type { PlatformAccount } from '@/entities/platform/accounts';
import { formatFullPhone } from '@/lib/phone';
import { formatAgo } from '@/lib/format';
import { useNow } from '@/lib/relative-time';
import { Button } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy-component';
import { ACCOUNTS } from './messages';

const DisconnectDialog = lazyComponent(
  async () => (await import('./disconnect-dialog')).DisconnectDialog,
);

type Props = { platform: Platform; account: PlatformAccount };

export function AccountRow({ platform, account }: Props) {
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
          ? ACCOUNTS.expired(platform.name)
          : verified_at === null
            ? ACCOUNTS.notVerified
            : ACCOUNTS.verified(formatAgo(Date.parse(verified_at), now))}
      </span>
      {/* Stays mounted, so that closing it can return the focus. */}
      <DisconnectDialog
        platform={platform}
        account={account}
        open={isOpen}
        onClose={() => {
          setIsOpen(false);
        }}
      />
    </li>
  );
}
