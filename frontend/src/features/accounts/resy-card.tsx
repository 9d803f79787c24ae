import { Circle, CircleCheck, Plug, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ResyAccount } from '@/api/types';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { AccountRow } from './account-row';
import { ACCOUNTS } from './messages';
import { ResyForm } from './resy-form';

/** What the whole platform's card says beside its name. */
function summary(accounts: readonly ResyAccount[]) {
  if (accounts.length === 0) return { tone: 'canceled', icon: Circle, label: 'Not connected' };
  return accounts.some((account) => account.status === 'needs_reconnect')
    ? { tone: 'seen', icon: Plug, label: 'Needs reconnect' }
    : { tone: 'confirmed', icon: CircleCheck, label: 'Connected' };
}

export function ResyCard({ accounts }: { accounts: readonly ResyAccount[] }) {
  const [justConnected, setJustConnected] = useState(false);
  const [adding, setAdding] = useState(false);
  const expired = accounts.find((account) => account.status === 'needs_reconnect');
  const asksLogin = accounts.length === 0 || adding || expired !== undefined;
  const { tone, icon: Icon, label } = summary(accounts);
  const told = justConnected && accounts.length > 0;
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form that had the focus is gone.
    if (told) notice.current?.focus();
  }, [told]);
  return (
    <section className="card" aria-labelledby="resy">
      <div className="card-head">
        <h2 id="resy">Resy</h2>
        <span className="state" data-tone={tone}>
          <Icon aria-hidden="true" />
          {label}
        </span>
      </div>
      {told && <Notice ref={notice} tone="confirmed" title={ACCOUNTS.resyConnected} />}
      {accounts.length > 0 && (
        <ul className="accts">
          {accounts.map((account) => (
            <AccountRow key={account.id} account={account} />
          ))}
        </ul>
      )}
      {asksLogin ? (
        <ResyForm
          key={expired?.id ?? 'new'}
          email={expired?.resy_username ?? ''}
          onConnected={() => {
            setAdding(false);
            setJustConnected(true);
          }}
        />
      ) : (
        <Button
          variant="quiet"
          className="-ml-3 justify-self-start"
          onClick={() => {
            setJustConnected(false);
            setAdding(true);
          }}
        >
          <Plus aria-hidden="true" />
          Connect another Resy account
        </Button>
      )}
    </section>
  );
}
