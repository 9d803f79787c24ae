import { useEffect, useRef, useState } from 'react';
import { useNow } from '@/lib/relative-time';
import type { Platform } from '@/api/types';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import { resendWait } from './saved-code-request';
import { ACCOUNTS } from './messages';
import { codeDigits } from './schema';

type Props = {
  platform: Platform;
  /** The phone or email address to which the code was sent, as it is shown. */
  sentTo: string;
  sentAt: number;
  /** Why the last code was refused; typing hides it. */
  refusal?: string | undefined;
  /** The code cannot be right any more, so another one can be requested at once. */
  isOver?: boolean;
  isResending: boolean;
  isPending: boolean;
  onResend: () => void;
  onCode: (code: string) => void;
};

/** The entercode state. A pasted code is sent without a click. */
export function CodeForm(props: Props) {
  const { platform, sentTo, sentAt, refusal, isOver = false, isResending, isPending } = props;
  const { onResend, onCode } = props;
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [isTouched, setIsTouched] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);
  const send = (digits: string) => {
    setCode(digits);
    setIsMissing(digits === '');
    setIsTouched(true);
    if (digits !== '' && !isPending) onCode(digits);
  };
  return (
    <form
      ref={form}
      className="grid gap-5"
      noValidate
      aria-label={ACCOUNTS.form(platform.name)}
      onSubmit={(event) => {
        event.preventDefault();
        send(code);
      }}
    >
      <p className="text-ink-soft">
        {ACCOUNTS.codeSentTo(platform.name, sentTo.includes('@'))}
        <b className="text-ink wrap-anywhere">{sentTo}</b>.
      </p>
      <div aria-live="polite" className="code">
        <TextField
          label={ACCOUNTS.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={isMissing ? ACCOUNTS.codeRequired : isTouched ? undefined : refusal}
          onChange={({ target }) => {
            setIsMissing(false);
            setIsTouched(true);
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
      <Resend sentAt={sentAt} isOver={isOver} isPending={isResending} onClick={onResend} />
    </form>
  );
}

type ResendProps = { sentAt: number; isOver: boolean; isPending: boolean; onClick: () => void };

function Resend({ sentAt, isOver, isPending, onClick }: ResendProps) {
  const now = useNow();
  const wait = isOver ? null : resendWait(sentAt, now);
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
