import { Link } from '@tanstack/react-router';
import { CircleCheck, Plug } from 'lucide-react';
import type { ReservationSource, User } from '@/api/types';
import { PLATFORM_NAMES } from '@/entities/platform/platforms';
import { cn } from '@/lib/cn';
import { formatFullPhone } from '@/lib/phone';
import { buttonClass } from '@/ui/button';
import { CLIENTS } from './messages';
import {
  openTableAccounts,
  resyAccounts,
  type Chosen,
  type StepAccount,
} from './client-step-rules';

type Props = { user: User; chosen: Chosen; onChosen: (chosen: Chosen) => void };

/** At most one account for each platform: a click replaces the chosen one, a second click removes it. */
export function AccountPicker({ user, chosen, onChosen }: Props) {
  const resy = resyAccounts(user);
  const openTable = openTableAccounts(user);
  if (resy.length + openTable.length === 0) {
    return (
      <div className="account-options">
        <p>{CLIENTS.noAccount}</p>
        <Link
          to="/connect-accounts"
          className={cn(buttonClass({ size: 'sm' }), 'justify-self-start')}
        >
          {CLIENTS.connect}
        </Link>
      </div>
    );
  }
  return (
    <div className="account-options">
      {resy.map((account) => (
        <AccountOption
          key={account.id}
          source="resy"
          account={account}
          isChosen={account.id === chosen.resy}
          onChoose={(id) => {
            onChosen({ ...chosen, resy: id });
          }}
        />
      ))}
      {openTable.map((account) => (
        <AccountOption
          key={account.id}
          source="opentable"
          account={account}
          isChosen={account.id === chosen.openTable}
          onChoose={(id) => {
            onChosen({ ...chosen, openTable: id });
          }}
        />
      ))}
    </div>
  );
}

function AccountOption({
  source,
  account,
  isChosen,
  onChoose,
}: {
  source: ReservationSource;
  account: StepAccount;
  isChosen: boolean;
  onChoose: (id: number | null) => void;
}) {
  const { id, name, username, is_concierge, status } = account;
  const details = [
    PLATFORM_NAMES[source],
    ...(name === username ? [] : [formatFullPhone(username)]),
    ...(is_concierge ? [CLIENTS.conciergeAccount] : []),
  ];
  return (
    <button
      type="button"
      name="account_error"
      className="account-option"
      aria-pressed={isChosen}
      onClick={() => {
        onChoose(isChosen ? null : id);
      }}
    >
      <i className="radio" aria-hidden="true" />
      <span>
        <b>{formatFullPhone(name)}</b>
        <span className="hint">{details.join(' · ')}</span>
        {status === 'needs_reconnect' && <span className="hint">{CLIENTS.reconnect}</span>}
      </span>
      <Standing status={status} />
    </button>
  );
}

function Standing({ status }: { status: StepAccount['status'] }) {
  const isConnected = status === 'connected';
  const Icon = isConnected ? CircleCheck : Plug;
  return (
    <span className="state" data-tone={isConnected ? 'confirmed' : 'seen'}>
      <Icon aria-hidden="true" />
      {isConnected ? CLIENTS.connected : CLIENTS.needsReconnect}
    </span>
  );
}
