import { type ReactNode, useState } from 'react';
import type { Platform } from '@/api/types';
import type { PlatformAccount } from '@/entities/platform/accounts';
import { AccountCard } from './account-card';
import { CodeSignIn } from './code-sign-in';
import { ACCOUNTS } from './messages';
import { PasswordForm } from './password-form';
import { useCodeRequest } from './saved-code-request';

type Props = {
  platform: Platform;
  userId: number;
  accounts: readonly PlatformAccount[];
  next: ReactNode;
};

/** Knows whether a code is on its way, also after a reload, and whether the user prefers one to the password. */
export function PlatformCard({ platform, userId, accounts, next }: Props) {
  const [sent, change] = useCodeRequest(platform.key, userId);
  const [chosen, setChosen] = useState<'password' | 'code' | null>(null);
  const hasPassword = platform.sign_in.includes('password');
  const hasCode = platform.sign_in.some((kind) => kind !== 'password');
  const usesCode = (username: string) => {
    if (!hasPassword || !hasCode) return hasCode;
    // An account under a phone number was connected with a code.
    return chosen === null ? sent !== null || username.startsWith('+') : chosen === 'code';
  };
  return (
    <AccountCard
      platform={platform}
      next={next}
      accounts={accounts}
      waitsFor={
        sent === null ? null : sent.challenge === null ? ACCOUNTS.waiting : ACCOUNTS.oneMoreStep
      }
      form={({ expired, onConnected }) => {
        const username = expired?.username ?? '';
        const shared = { platform, username, takesFocus: chosen !== null, onConnected };
        return usesCode(username) ? (
          <CodeSignIn
            key={expired?.id ?? 'new'}
            {...shared}
            sent={sent}
            onSent={change}
            onUsePassword={
              hasPassword
                ? () => {
                    setChosen('password');
                  }
                : undefined
            }
          />
        ) : (
          <PasswordForm
            key={expired?.id ?? 'new'}
            {...shared}
            onUseCode={
              hasCode
                ? () => {
                    setChosen('code');
                  }
                : undefined
            }
          />
        );
      }}
    />
  );
}
