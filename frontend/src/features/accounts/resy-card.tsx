import type { ResyAccount } from '@/api/types';
import { AccountCard } from './account-card';
import { resyConnected } from './connected-account';
import { ResyForm } from './resy-form';

export function ResyCard({ accounts }: { accounts: readonly ResyAccount[] }) {
  return (
    <AccountCard
      source="resy"
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
