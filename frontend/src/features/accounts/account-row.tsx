import { useState } from 'react';
import { messageOf } from '@/api/errors';
import type { ReservationSource } from '@/api/types';
import { formatAgo, useNow } from '@/lib/relative-time';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { toast } from '@/ui/toast';
import type { Connected } from './connected';
import { ACCOUNTS } from './messages';
import { useDisconnect } from './mutations';
import { PLATFORM_NAMES } from './platforms';

type Props = { source: ReservationSource; account: Connected };

export function AccountRow({ source, account }: Props) {
  const [asked, setAsked] = useState(false);
  const disconnect = useDisconnect(source);
  const now = useNow();
  const { username: name, verified_at } = account;
  const platform = PLATFORM_NAMES[source];
  return (
    <li className="acct">
      <b>{name}</b>
      <Button
        size="sm"
        aria-label={`Disconnect ${name}`}
        onClick={() => {
          setAsked(true);
        }}
      >
        Disconnect
      </Button>
      <span className="hint">
        {account.status === 'needs_reconnect'
          ? `The ${platform} login ran out. Its requests wait until you connect it again.`
          : verified_at === null
            ? 'Not verified yet'
            : `Last verified ${formatAgo(Date.parse(verified_at), now)}`}
      </span>
      <Dialog
        open={asked}
        onOpenChange={setAsked}
        title={ACCOUNTS.disconnectTitle(platform)}
        description={ACCOUNTS.disconnectText(name)}
        footer={
          <>
            <Button
              onClick={() => {
                setAsked(false);
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
                    setAsked(false);
                  },
                });
              }}
            >
              Disconnect
            </Button>
          </>
        }
      />
    </li>
  );
}
