/** A new password with the emailed link. A broken link is reported before anything is typed. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { ApiError, messageOf } from '@/api/errors';
import { clearTokens } from '@/api/session';
import { Button } from '@/ui/button';
import { PasswordField } from '@/ui/field';
import { lazyComponent } from '@/ui/lazy-component';
import { Notice } from '@/ui/notice';
import { toast } from '@/ui/toast';
import { AuthLayout } from './auth-layout';
import { AUTH } from './messages';
import { useSetPassword } from './mutations';
import { NewPasswordField } from '@/entities/user/new-password-field';
import { COMPARED_PASSWORDS, passwordFields, passwordsMatch } from '@/entities/user/fields';

const ForgotPassword = lazyComponent(
  async () => (await import('./forgot-password')).ForgotPassword,
);

const resetSchema = v.pipe(v.object(passwordFields), passwordsMatch());

type Props = { token: string; uid: string };

export function ResetPage({ token, uid }: Props) {
  const [asksAgain, setAsksAgain] = useState(false);
  const [deadLink, setDeadLink] = useState<string | null>(null);
  const isIncomplete = token === '' || uid === '';
  const isDead = isIncomplete || deadLink !== null;
  return (
    <AuthLayout title={AUTH.resetTitle} lead={isDead ? undefined : AUTH.resetLead} scene="evening">
      {isDead ? (
        <div className="mt-8 grid gap-5">
          <Notice tone="unsuccessful" title={deadLink ?? AUTH.linkMissing}>
            {isIncomplete ? AUTH.linkMissingText : AUTH.linkDeadText}
          </Notice>
          <Button
            variant="primary"
            size="lg"
            block
            onClick={() => {
              setAsksAgain(true);
            }}
          >
            {AUTH.askAgain}
          </Button>
        </div>
      ) : (
        <NewPassword token={token} uid={uid} onDeadLink={setDeadLink} />
      )}
      <p className="mt-5 text-ink-soft">
        {AUTH.remembered}{' '}
        <Link to="/login" className="link">
          {AUTH.logIn}
        </Link>
      </p>
      {asksAgain && (
        <ForgotPassword
          onClose={() => {
            setAsksAgain(false);
          }}
          typedEmail=""
        />
      )}
    </AuthLayout>
  );
}

function NewPassword({
  token,
  uid,
  onDeadLink,
}: Props & { onDeadLink: (message: string) => void }) {
  const router = useRouter();
  const reset = useSetPassword({ token, uid });
  const form = useForm({
    ...COMPARED_PASSWORDS,
    resolver: valibotResolver(resetSchema),
    defaultValues: { password: '', confirm_password: '' },
  });
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: 'password' });

  function submit({ password: chosen }: { password: string }) {
    reset.mutate(
      { password: chosen },
      {
        onSuccess: () => {
          // The server has ended every session, so the saved tokens are worthless.
          clearTokens();
          toast({ title: AUTH.resetDone, tone: 'confirmed' });
          void router.navigate({ to: '/login', replace: true });
        },
        onError: (error) => {
          if (!(error instanceof ApiError)) return;
          if (error.code === 'dead_link') onDeadLink(error.message);
          const message = error.errors.password;
          if (message !== undefined) form.setError('password', { message }, { shouldFocus: true });
        },
      },
    );
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(submit)}>
      {reset.isError && <Notice tone="unsuccessful" title={messageOf(reset.error)} />}
      <NewPasswordField
        label={AUTH.newPassword}
        // The only field of this page, and nothing on the page precedes it.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        error={errors.password?.message}
        password={password}
        {...form.register('password')}
      />
      <PasswordField
        label={AUTH.repeatNewPassword}
        autoComplete="new-password"
        error={errors.confirm_password?.message}
        {...form.register('confirm_password')}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        pending={reset.isPending}
        pendingLabel={AUTH.resetting}
      >
        {AUTH.resetPassword}
      </Button>
    </form>
  );
}
