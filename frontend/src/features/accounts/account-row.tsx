import { useState } from 'react';
import { messageOf } from '@/api/errors';
import type { ResyAccount } from '@/api/types';
import { formatAgo, useNow } from '@/lib/relative-time';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { toast } from '@/ui/toast';
import { ACCOUNTS } from './messages';
import { useDisconnectResy } from './mutations';

export function AccountRow({ account }: { account: ResyAccount }) {
  const [asked, setAsked] = useState(false);
  const disconnect = useDisconnectResy();
  const now = useNow();
  const { resy_username: name, verified_at } = account;
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
          ? 'The Resy login ran out. Its requests wait until you connect it again.'
          : verified_at === null
            ? 'Not verified yet'
            : `Last verified ${formatAgo(Date.parse(verified_at), now)}`}
      </span>
      <Dialog
        open={asked}
        onOpenChange={setAsked}
        title={ACCOUNTS.disconnectTitle}
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
