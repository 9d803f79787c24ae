import { messageOf } from '@/api/errors';
import type { Platform } from '@/api/types';
import type { PlatformAccount } from '@/entities/platform/accounts';
import { formatFullPhone } from '@/lib/phone';
import { ConfirmDialog } from '@/ui/overlays/dialog';
import { toast } from '@/ui/toast';
import { ACCOUNTS } from './messages';
import { useDisconnect } from './mutations';

type Props = {
  platform: Platform;
  account: PlatformAccount;
  open: boolean;
  onClose: () => void;
};

/** Confirms that an account is to be disconnected, and says what stops with it. */
export function DisconnectDialog({ platform, account, open, onClose }: Props) {
  const disconnect = useDisconnect(platform.key);

  /**
   * A live event may remove this row and the dialog before the answer arrives, so the toast must not depend on
   * either.
   */
  async function leave() {
    try {
      await disconnect.mutateAsync(account.id);
      toast({ title: ACCOUNTS.disconnected, tone: 'confirmed' });
    } catch (error) {
      toast({ title: messageOf(error), tone: 'unsuccessful' });
    }
    onClose();
  }

  return (
    <ConfirmDialog
      open={open}
      title={ACCOUNTS.disconnectTitle(platform.name)}
      description={ACCOUNTS.disconnectText(formatFullPhone(account.username))}
      keep={ACCOUNTS.keepAccount}
      confirm={ACCOUNTS.disconnect}
      pending={disconnect.isPending}
      pendingLabel={ACCOUNTS.disconnecting}
      onClose={onClose}
      onConfirm={() => {
        void leave();
      }}
    />
  );
}
