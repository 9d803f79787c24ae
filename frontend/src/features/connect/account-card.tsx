/** One platform: its state, its accounts, and the form that connects another one. */
import { Circle, CircleCheck, MessageSquare, Plug, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import type { Platform } from '@/api/types';
import type { PlatformAccount } from '@/entities/platform/accounts';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { AccountRow } from './account-row';
import { ACCOUNTS } from './messages';

type Props = {
  platform: Platform;
  accounts: readonly PlatformAccount[];
  /** What the sign-in waits for, perhaps since before a reload: the form stays open for it. */
  waitsFor?: string | null;
  /** A link to the next step, which takes the focus after a connection; without it the notice does. */
  next?: ReactNode;
  /** `expired`: the account that needs a new login. */
  form: (on: { expired: PlatformAccount | undefined; onConnected: () => void }) => ReactNode;
};

/** The state beside the platform's name. */
function summary(accounts: readonly PlatformAccount[], waitsFor: string | null) {
  if (waitsFor !== null) return { tone: 'seen', icon: MessageSquare, label: waitsFor };
  if (accounts.length === 0)
    return { tone: 'canceled', icon: Circle, label: ACCOUNTS.notConnected };
  return accounts.some((account) => account.status === 'needs_reconnect')
    ? { tone: 'seen', icon: Plug, label: ACCOUNTS.needsReconnect }
    : { tone: 'confirmed', icon: CircleCheck, label: ACCOUNTS.isConnected };
}

export function AccountCard({ platform, accounts, waitsFor = null, next, form }: Props) {
  const titleId = useId();
  const [justConnected, setJustConnected] = useState(false);
  const [adding, setAdding] = useState(waitsFor !== null);
  const expired = accounts.find((account) => account.status === 'needs_reconnect');
  const showsForm = accounts.length === 0 || adding || expired !== undefined;
  const { tone, icon: Icon, label } = summary(accounts, waitsFor);
  const showsSuccess = justConnected && accounts.length > 0;
  const notice = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone.
  const moveFocus = useEffectEvent(() => {
    if (next === undefined) notice.current?.focus();
  });
  useEffect(() => {
    if (showsSuccess) moveFocus();
  }, [showsSuccess]);
  return (
    <section className="card" aria-labelledby={titleId}>
      <div className="card-head">
        <h2 id={titleId}>{platform.name}</h2>
        <span className="state" data-tone={tone}>
          <Icon aria-hidden="true" />
          {label}
        </span>
      </div>
      {showsSuccess && (
        <Notice ref={notice} tone="confirmed" title={ACCOUNTS.accountConnected(platform.name)}>
          {next}
        </Notice>
      )}
      {accounts.length > 0 && (
        <ul>
          {accounts.map((account) => (
            <AccountRow key={account.id} platform={platform} account={account} />
          ))}
        </ul>
      )}
      {showsForm ? (
        form({
          expired,
          onConnected: () => {
            setAdding(false);
            setJustConnected(true);
          },
        })
      ) : (
        <Button
          variant="quiet"
          className="ml-minus-3 justify-self-start"
          onClick={() => {
            setJustConnected(false);
            setAdding(true);
          }}
        >
          <Plus aria-hidden="true" />
          {ACCOUNTS.another(platform.name)}
        </Button>
      )}
    </section>
  );
}
