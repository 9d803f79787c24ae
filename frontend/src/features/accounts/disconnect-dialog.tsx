import { messageOf } from '@/api/errors';
import type { ReservationSource } from '@/api/types';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { toast } from '@/ui/toast';
import type { Connected } from './connected';
import { ACCOUNTS } from './messages';
import { useDisconnect } from './mutations';
import { PLATFORM_NAMES } from './platforms';

type Props = {
  source: ReservationSource;
  account: Connected;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Asks before an account is disconnected, and says what stops with it. */
export function DisconnectDialog({ source, account, open, onOpenChange }: Props) {
  const disconnect = useDisconnect(source);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={ACCOUNTS.disconnectTitle(PLATFORM_NAMES[source])}
      description={ACCOUNTS.disconnectText(account.username)}
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
              disconnect.mutate(account.id, {
                onSuccess: () => {
                  toast({ title: ACCOUNTS.disconnected, tone: 'confirmed' });
                },
                onError: (error) => {
                  toast({ title: messageOf(error), tone: 'unsuccessful' });
                },
                onSettled: () => {
                  onOpenChange(false);
                },
              });
            }}
          >
            Disconnect
          </Button>
        </>
      }
    />
  );
}
