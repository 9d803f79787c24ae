import { useEffect, useRef, useState } from 'react';
import { formatPhone } from '@/lib/phone';
import { useNow } from '@/lib/relative-time';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import { resendWait, type CodeRequest } from './saved-code-request';
import { PLATFORM_NAMES } from '@/entities/platforms';
import { ACCOUNTS } from './messages';
import { codeDigits } from './schema';

type Props = {
  sent: CodeRequest;
  isResending: boolean;
  isPending: boolean;
  onResend: () => void;
  onCode: (code: string) => void;
};

/** The entercode state. A pasted code is sent without a click. */
export function CodeForm({ sent, isResending, isPending, onResend, onCode }: Props) {
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);
  const send = (digits: string) => {
    setCode(digits);
    setIsMissing(digits === '');
    if (digits !== '' && !isPending) onCode(digits);
  };
  return (
    <form
      ref={form}
      className="grid gap-5"
      noValidate
      aria-label={ACCOUNTS.form(PLATFORM_NAMES.opentable)}
      onSubmit={(event) => {
        event.preventDefault();
        send(code);
      }}
    >
      <p className="text-ink-soft">
        {ACCOUNTS.codeSentTo}
        <b className="whitespace-nowrap text-ink">
          {sent.countryCode} {formatPhone(sent.phone)}
        </b>
        .
      </p>
      <div aria-live="polite" className="code">
        <TextField
          label={ACCOUNTS.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={isMissing ? ACCOUNTS.codeRequired : undefined}
          onChange={({ target }) => {
            setIsMissing(false);
            setCode(codeDigits(target.value));
          }}
          onPaste={(event) => {
            event.preventDefault();
            send(codeDigits(event.clipboardData.getData('text')));
          }}
        />
      </div>
      <Button
        type="submit"
        variant="ink"
        block
        pending={isPending}
        pendingLabel={ACCOUNTS.connecting}
      >
        {ACCOUNTS.connect}
      </Button>
      <Resend sentAt={sent.sentAt} isPending={isResending} onClick={onResend} />
    </form>
  );
}

function Resend({
  sentAt,
  isPending,
  onClick,
}: {
  sentAt: number;
  isPending: boolean;
  onClick: () => void;
}) {
  const wait = resendWait(sentAt, useNow());
  return (
    <div className="resend">
      <p className="hint">{ACCOUNTS.resendHint}</p>
      {wait === null ? (
        <button type="button" className="link" disabled={isPending} onClick={onClick}>
          {isPending ? ACCOUNTS.sending : ACCOUNTS.resendCode}
        </button>
      ) : (
        <p className="hint">
          {ACCOUNTS.resendIn}{' '}
          <span className="mono" role="timer">
            {wait}
          </span>
        </p>
      )}
    </div>
  );
}
