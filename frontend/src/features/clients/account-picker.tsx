import { Link } from '@tanstack/react-router';
import { CircleCheck, Plug } from 'lucide-react';
import type { User } from '@/api/types';
import { platformName } from '@/entities/platform/platforms';
import {
  allAccounts,
  type ChosenAccounts,
  type PlatformAccount,
} from '@/entities/platform/accounts';
import { cn } from '@/lib/cn';
import { formatFullPhone } from '@/lib/phone';
import { buttonClass } from '@/ui/button';
import { CLIENTS } from './messages';

type Props = { user: User; chosen: ChosenAccounts; onChosen: (chosen: ChosenAccounts) => void };

/** At most one account for each platform: a click replaces the chosen one, a second click removes it. */
export function AccountPicker({ user, chosen, onChosen }: Props) {
  const accounts = allAccounts(user);
  if (accounts.length === 0) {
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
      {accounts.map((account) => (
        <AccountOption
          key={`${account.platform} ${account.id}`}
          account={account}
          isChosen={account.id === chosen[account.platform]}
          onChosen={(isChosen) => {
            const { platform, id } = account;
            const others = Object.entries(chosen).filter(([key]) => key !== platform);
            onChosen(Object.fromEntries(isChosen ? [...others, [platform, id]] : others));
          }}
        />
      ))}
    </div>
  );
}

type OptionProps = {
  account: PlatformAccount;
  isChosen: boolean;
  onChosen: (isChosen: boolean) => void;
};

function AccountOption({ account, isChosen, onChosen }: OptionProps) {
  const { platform, display_name, username, is_concierge, status } = account;
  const details = [
    platformName(platform),
    ...(display_name === username ? [] : [formatFullPhone(username)]),
    ...(is_concierge ? [CLIENTS.conciergeAccount] : []),
  ];
  return (
    <button
      type="button"
      name="account_error"
      className="account-option"
      aria-pressed={isChosen}
      onClick={() => {
        onChosen(!isChosen);
      }}
    >
      <i className="radio" aria-hidden="true" />
      <span>
        <b>{formatFullPhone(display_name)}</b>
        <span className="hint">{details.join(' · ')}</span>
        {status === 'needs_reconnect' && <span className="hint">{CLIENTS.reconnect}</span>}
      </span>
      <Standing status={status} />
    </button>
  );
}

function Standing({ status }: { status: PlatformAccount['status'] }) {
  const isConnected = status === 'connected';
  const Icon = isConnected ? CircleCheck : Plug;
  return (
    <span className="state" data-tone={isConnected ? 'confirmed' : 'seen'}>
      <Icon aria-hidden="true" />
      {isConnected ? CLIENTS.connected : CLIENTS.needsReconnect}
    </span>
  );
}
