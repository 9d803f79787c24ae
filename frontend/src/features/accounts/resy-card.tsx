import type { ResyAccount } from '@/api/types';
import { AccountCard, type GoOn } from './account-card';
import { resyConnected } from './connected-account';
import { ResyForm } from './resy-form';

type Props = { accounts: readonly ResyAccount[]; onGoOn: GoOn };

export function ResyCard({ accounts, onGoOn }: Props) {
  return (
    <AccountCard
      source="resy"
      onGoOn={onGoOn}
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
