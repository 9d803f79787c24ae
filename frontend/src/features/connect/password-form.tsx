/** The Resy form in its three states: default, success and error (specification §2, Connect accounts). */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, messageOf } from '@/api/errors';
import { Button } from '@/ui/button';
import { PasswordField, TextField } from '@/ui/field';
import { Notice } from '@/ui/notice';
import { toast } from '@/ui/toast';
import { platformName } from '@/entities/platform/platforms';
import { CaptchaNotice } from './captcha-notice';
import { ACCOUNTS } from './messages';
import { useConnectResy } from './mutations';
import { type ResyLogin, resyLoginSchema } from './schema';

type Props = {
  /** Prefilled if an account needs a new login. */
  email: string;
  /** The link that was clicked is gone. */
  takesFocus: boolean;
  onUseCode: () => void;
  onConnected: () => void;
};

export function PasswordForm({ email, takesFocus, onUseCode, onConnected }: Props) {
  const form = useForm<ResyLogin>({
    resolver: valibotResolver(resyLoginSchema),
    defaultValues: { email, password: '' },
  });
  const connect = useConnectResy({
    onSuccess: () => {
      form.reset({ email: '', password: '' });
      toast({ title: ACCOUNTS.connected, tone: 'confirmed' });
      onConnected();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'resy_refused') {
        toast({ title: ACCOUNTS.resyRefused, tone: 'unsuccessful' });
      }
    },
  });
  const { errors } = form.formState;
  const tryAgain = useRef<HTMLButtonElement>(null);
  const failed = connect.isError;
  useEffect(() => {
    if (takesFocus) form.setFocus('email');
  }, [takesFocus, form]);
  useEffect(() => {
    if (failed) tryAgain.current?.focus();
  }, [failed]);

  if (failed) {
    const code = connect.error instanceof ApiError ? connect.error.code : '';
    const refused = code === 'resy_refused';
    return (
      <div className="grid gap-5">
        {code === 'captcha_required' ? (
          <CaptchaNotice why={messageOf(connect.error)} />
        ) : (
          <Notice
            tone="unsuccessful"
            title={refused ? ACCOUNTS.mismatch : messageOf(connect.error)}
          >
            {refused ? `${ACCOUNTS.mismatchAdvice} ${ACCOUNTS.noPassword}` : ACCOUNTS.awayAdvice}
          </Notice>
        )}
        <p className="font-semibold wrap-anywhere">{form.getValues('email')}</p>
        <Button
          ref={tryAgain}
          variant="ink"
          block
          onClick={() => {
            connect.reset();
            form.resetField('password');
            // The fields are back with the next paint.
            requestAnimationFrame(() => {
              form.setFocus('email');
            });
          }}
        >
          {ACCOUNTS.tryAgain}
        </Button>
        {refused && <UseCode onClick={onUseCode} />}
      </div>
    );
  }

  return (
    <form
      className="grid gap-5"
      noValidate
      aria-label={ACCOUNTS.form(platformName('resy'))}
      onSubmit={form.handleSubmit((values) => {
        connect.mutate(values);
      })}
    >
      <TextField
        label={ACCOUNTS.resyEmail}
        type="email"
        // A login for another site: the browser must not offer the one for this site.
        autoComplete="off"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        label={ACCOUNTS.resyPassword}
        autoComplete="off"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button
        type="submit"
        variant="ink"
        block
        pending={connect.isPending}
        pendingLabel={ACCOUNTS.connecting}
      >
        {ACCOUNTS.connect}
      </Button>
      <UseCode onClick={onUseCode} />
    </form>
  );
}

function UseCode({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className="link justify-self-start" onClick={onClick}>
      {ACCOUNTS.useCode}
    </button>
  );
}
