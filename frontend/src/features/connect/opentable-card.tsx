import type { ReactNode } from 'react';
import type { OpenTableAccount } from '@/api/types';
import { AccountCard } from './account-card';
import { openTableCode, useCodeRequest } from './saved-code-request';
import { openTableConnected } from './connected-account';
import { ACCOUNTS } from './messages';
import { OpenTableForm } from './opentable-form';

type Props = { userId: number; accounts: readonly OpenTableAccount[]; next: ReactNode };

/** Knows whether a code is on its way, also after a reload. */
export function OpenTableCard({ userId, accounts, next }: Props) {
  const [sent, change] = useCodeRequest(openTableCode, userId);
  return (
    <AccountCard
      source="opentable"
      next={next}
      accounts={accounts.map(openTableConnected)}
      waitsFor={sent === null ? null : ACCOUNTS.waiting}
      form={({ expired, onConnected }) => (
        <OpenTableForm
          key={expired?.id ?? 'new'}
          phone={expired?.username ?? ''}
          sent={sent}
          onSent={change}
          onConnected={onConnected}
        />
      )}
    />
  );
}
