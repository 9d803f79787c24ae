import type { ReactNode } from 'react';
import type { ResyAccount } from '@/api/types';
import { AccountCard } from './account-card';
import { resyConnected } from './connected-account';
import { ResyForm } from './resy-form';

type Props = { accounts: readonly ResyAccount[]; next: ReactNode };

export function ResyCard({ accounts, next }: Props) {
  return (
    <AccountCard
      source="resy"
      next={next}
      accounts={accounts.map(resyConnected)}
      form={({ expired, onConnected }) => (
        <ResyForm
          key={expired?.id ?? 'new'}
          email={expired?.username ?? ''}
          onConnected={onConnected}
        />
      )}
    />
  );
}
