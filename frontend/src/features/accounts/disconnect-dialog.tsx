import { messageOf } from '@/api/errors';
import type { ReservationSource } from '@/api/types';
import { formatFullPhone } from '@/lib/phone';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { toast } from '@/ui/toast';
import type { Connected } from './connected-account';
import { ACCOUNTS } from './messages';
import { useDisconnect } from './mutations';
import { PLATFORM_NAMES } from '@/entities/platforms';

type Props = {
  source: ReservationSource;
  account: Connected;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Asks before an account is disconnected, and says what stops with it. */
export function DisconnectDialog({ source, account, open, onOpenChange }: Props) {
  const disconnect = useDisconnect(source);

  /** The news may take this row, and the dialog with it, off the page before the answer is here: what is told then must
   * not hang on either. */
  async function leave() {
    try {
      await disconnect.mutateAsync(account.id);
      toast({ title: ACCOUNTS.disconnected, tone: 'confirmed' });
    } catch (error) {
      toast({ title: messageOf(error), tone: 'unsuccessful' });
    }
    onOpenChange(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={ACCOUNTS.disconnectTitle(PLATFORM_NAMES[source])}
      description={ACCOUNTS.disconnectText(formatFullPhone(account.username))}
      footer={
        <>
          <Button
            onClick={() => {
              onOpenChange(false);
            }}
          >
            Keep it
          </Button>
          <Button
            variant="ink"
            pending={disconnect.isPending}
            pendingLabel="Disconnecting…"
            onClick={() => {
              void leave();
            }}
          >
            Disconnect
          </Button>
        </>
      }
    />
  );
}
