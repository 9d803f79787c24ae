/** Confirms the phone of the profile with a code by text message; before that no text message is sent. */
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ApiError, messageOf } from '@/api/errors';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import { Notice } from '@/ui/notice';
import { toast } from '@/ui/toast';
import { CONFIRM } from './messages';
import { useConfirmPhone, useSendPhoneCode } from './confirm-mutations';

const MAX_DIGITS = 10;

export function PhoneConfirm() {
  const send = useSendPhoneCode();
  const [isAsked, setIsAsked] = useState(false);
  const sendCode = () => {
    send.mutate(undefined, {
      onSuccess: () => {
        setIsAsked(true);
      },
    });
  };
  return (
    <div className="channel-confirm">
      {send.isError && <Notice tone="unsuccessful" title={messageOf(send.error)} />}
      {isAsked ? (
        <CodeForm
          sent={send.data?.message ?? null}
          isSending={send.isPending}
          onResend={sendCode}
        />
      ) : (
        <Button
          size="sm"
          className="justify-self-start"
          pending={send.isPending}
          pendingLabel={CONFIRM.sending}
          onClick={sendCode}
        >
          {CONFIRM.sendCode}
        </Button>
      )}
    </div>
  );
}

type CodeFormProps = { sent: string | null; isSending: boolean; onResend: () => void };

function CodeForm({ sent, isSending, onResend }: CodeFormProps) {
  const confirm = useConfirmPhone();
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focusCode = () => form.current?.querySelector('input')?.focus();
  // The button that had the focus is gone.
  useEffect(() => {
    focusCode();
  }, []);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setIsMissing(code === '');
    if (code === '' || confirm.isPending) {
      focusCode();
      return;
    }
    confirm.mutate(
      { code },
      {
        onSuccess: ({ message }) => {
          toast({ title: message, tone: 'confirmed', shownBy: ['.switch-row'] });
        },
        onError: focusCode,
      },
    );
  }

  const refused = confirm.error instanceof ApiError ? confirm.error.errors.code : undefined;
  return (
    <form
      ref={form}
      className="grid gap-4"
      noValidate
      aria-label={CONFIRM.confirm}
      onSubmit={submit}
    >
      {sent !== null && (
        <p className="hint" role="status">
          {sent}
        </p>
      )}
      {confirm.isError && refused === undefined && (
        <Notice tone="unsuccessful" title={messageOf(confirm.error)} />
      )}
      <TextField
        label={CONFIRM.code}
        className="phone-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={isMissing ? CONFIRM.codeRequired : refused}
        onChange={({ target }) => {
          setIsMissing(false);
          setCode(target.value.replaceAll(/\D/g, '').slice(0, MAX_DIGITS));
        }}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button
          type="submit"
          variant="ink"
          pending={confirm.isPending}
          pendingLabel={CONFIRM.confirming}
        >
          {CONFIRM.confirm}
        </Button>
        <button
          type="button"
          className="link"
          disabled={isSending}
          onClick={() => {
            confirm.reset();
            setCode('');
            onResend();
            focusCode();
          }}
        >
          {isSending ? CONFIRM.sending : CONFIRM.sendAnother}
        </button>
      </div>
    </form>
  );
}
