/** The form for a password in its three states: default, success and error (specification §2, Connect accounts). */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, messageOf } from '@/api/errors';
import type { Platform } from '@/api/types';
import { Button } from '@/ui/button';
import { PasswordField, TextField } from '@/ui/field';
import { Notice } from '@/ui/notice';
import { toast } from '@/ui/toast';
import { CaptchaNotice } from './captcha-notice';
import { ACCOUNTS } from './messages';
import { useConnect } from './mutations';
import { type PasswordLogin, passwordLoginSchema } from './schema';

type Props = {
  platform: Platform;
  /** Of an account that needs a new login; else empty. The form takes an email address of it. */
  username: string;
  /** The link that was clicked is gone. */
  takesFocus: boolean;
  /** Undefined if the platform sends no codes. */
  onUseCode: (() => void) | undefined;
  onConnected: () => void;
};

export function PasswordForm(props: Props) {
  const { platform, username, takesFocus, onUseCode, onConnected } = props;
  const form = useForm<PasswordLogin>({
    resolver: valibotResolver(passwordLoginSchema),
    defaultValues: { email: username.startsWith('+') ? '' : username, password: '' },
  });
  const connect = useConnect(platform.key, {
    onSuccess: () => {
      form.reset({ email: '', password: '' });
      toast({ title: ACCOUNTS.connected, tone: 'confirmed' });
      onConnected();
    },
    onError: (error) => {
      if (isRefused(error)) {
        toast({ title: ACCOUNTS.refused(platform.name), tone: 'unsuccessful' });
      }
    },
  });
  const isRefused = (error: Error) =>
    error instanceof ApiError && error.code === `${platform.key}_refused`;
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
    const refused = isRefused(connect.error);
    const advice = [ACCOUNTS.mismatchAdvice(platform.name)];
    if (onUseCode !== undefined) advice.push(ACCOUNTS.noPassword(platform.name));
    return (
      <div className="grid gap-5">
        {code === 'captcha_required' ? (
          <CaptchaNotice platform={platform} why={messageOf(connect.error)} />
        ) : (
          <Notice
            tone="unsuccessful"
            title={refused ? ACCOUNTS.mismatch : messageOf(connect.error)}
          >
            {refused ? advice.join(' ') : ACCOUNTS.awayAdvice}
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
        {refused && onUseCode !== undefined && <UseCode onClick={onUseCode} />}
      </div>
    );
  }

  return (
    <form
      className="grid gap-5"
      noValidate
      aria-label={ACCOUNTS.form(platform.name)}
      onSubmit={form.handleSubmit((values) => {
        connect.mutate(values);
      })}
    >
      <TextField
        label={ACCOUNTS.email(platform.name)}
        type="email"
        // A login for another site: the browser must not offer the one for this site.
        autoComplete="off"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        label={ACCOUNTS.password(platform.name)}
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
      {onUseCode !== undefined && <UseCode onClick={onUseCode} />}
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
