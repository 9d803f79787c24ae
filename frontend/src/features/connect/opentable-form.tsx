/**
 * The OpenTable form (specification §2, Connect accounts): default asks for the phone, entercode for the code, error
 * says what failed. The card around it shows success.
 */
import { useState } from 'react';
import { ApiError, messageOf } from '@/api/errors';
import { formatPhone } from '@/lib/phone';
import { lazyPanel } from '@/ui/overlays/lazy-panel';
import { toast } from '@/ui/toast';
import type { CodeRequest } from './saved-code-request';
import { ACCOUNTS } from './messages';
import { useConfirmCode, useSendCode } from './mutations';
import { PhoneForm } from './phone-form';
import { phoneParts } from './schema';

const CodeForm = lazyPanel(async () => (await import('./code-form')).CodeForm);
const WrongCode = lazyPanel(async () => (await import('./wrong-code')).WrongCode);

type Props = {
  /** With its country code, for an account that needs a new login; else empty. */
  phone: string;
  sent: CodeRequest | null;
  onSent: (sent: CodeRequest | null) => void;
  onConnected: () => void;
};

export function OpenTableForm({ phone, sent, onSent, onConnected }: Props) {
  const showError = (error: Error) => {
    toast({ title: messageOf(error), tone: 'unsuccessful' });
  };
  const send = useSendCode({
    onSuccess: (code) => {
      onSent(code);
      toast({ title: code.message, tone: 'watching', icon: 'code' });
    },
    onError: showError,
  });
  const confirm = useConfirmCode({
    onSuccess: () => {
      toast({ title: ACCOUNTS.connected, tone: 'confirmed' });
      onSent(null);
      onConnected();
    },
    onError: (error) => {
      // Try Again starts over, so this code is no longer expected.
      onSent(null);
      showError(error);
    },
  });
  // Back at the phone field, which takes the focus.
  const [isBack, setIsBack] = useState(false);

  const startOver = () => {
    confirm.reset();
    send.reset();
    onSent(null);
    setIsBack(true);
  };

  if (confirm.isError) {
    return (
      <WrongCode
        why={isWrongCode(confirm.error) ? null : messageOf(confirm.error)}
        onTryAgain={startOver}
      />
    );
  }
  if (sent !== null) {
    return (
      <>
        <CodeForm
          key={sent.correlationId}
          source="opentable"
          sentTo={`${sent.countryCode} ${formatPhone(sent.phone)}`}
          sentAt={sent.sentAt}
          isResending={send.isPending}
          isPending={confirm.isPending}
          onResend={() => {
            send.mutate({ countryCode: sent.countryCode, phone: sent.phone });
          }}
          onCode={(code) => {
            confirm.mutate({ code, sent });
          }}
        />
        <div className="flex">
          <button
            type="button"
            className="link"
            disabled={confirm.isPending || send.isPending}
            onClick={startOver}
          >
            {ACCOUNTS.changePhone}
          </button>
        </div>
      </>
    );
  }
  return (
    <PhoneForm
      source="opentable"
      prompt={ACCOUNTS.codePrompt}
      initial={phoneParts(phone)}
      takesFocus={isBack}
      refusal={send.isError ? messageOf(send.error) : undefined}
      isPending={send.isPending}
      onPhone={(login) => {
        send.mutate(login);
      }}
    >
      <p className="text-ink-soft">{ACCOUNTS.openTableMayRefuse}</p>
    </PhoneForm>
  );
}

function isWrongCode(error: Error): boolean {
  return error instanceof ApiError && error.code === 'wrong_code';
}
