import { type ReactNode, useState } from 'react';
import type { ResyAccount } from '@/api/types';
import { lazyPanel } from '@/ui/overlays/lazy-panel';
import { AccountCard } from './account-card';
import { resyConnected } from './connected-account';
import { ACCOUNTS } from './messages';
import { PasswordForm } from './password-form';
import { resyCode, useCodeRequest } from './saved-code-request';

const CodeSignIn = lazyPanel(async () => (await import('./code-sign-in')).CodeSignIn);

type Props = { userId: number; accounts: readonly ResyAccount[]; next: ReactNode };

/** Knows whether a code is on its way, also after a reload, and whether the user prefers one to the password. */
export function PlatformCard({ userId, accounts, next }: Props) {
  const [sent, change] = useCodeRequest(resyCode, userId);
  const [chosen, setChosen] = useState<'password' | 'code' | null>(null);
  const accepted = sent !== null && sent.challenge !== null;
  const waitsFor = sent === null ? null : accepted ? ACCOUNTS.oneMoreStep : ACCOUNTS.waiting;
  return (
    <AccountCard
      source="resy"
      next={next}
      accounts={accounts.map(resyConnected)}
      waitsFor={waitsFor}
      form={({ expired, onConnected }) => {
        const username = expired?.username ?? '';
        // An account under a phone number was connected with a code.
        const byCode =
          chosen === null ? sent !== null || username.startsWith('+') : chosen === 'code';
        return byCode ? (
          <CodeSignIn
            key={expired?.id ?? 'new'}
            username={username}
            takesFocus={chosen !== null}
            sent={sent}
            onSent={change}
            onUsePassword={() => {
              setChosen('password');
            }}
            onConnected={onConnected}
          />
        ) : (
          <PasswordForm
            key={expired?.id ?? 'new'}
            email={username.startsWith('+') ? '' : username}
            takesFocus={chosen !== null}
            onUseCode={() => {
              setChosen('code');
            }}
            onConnected={onConnected}
          />
        );
      }}
    />
  );
}
