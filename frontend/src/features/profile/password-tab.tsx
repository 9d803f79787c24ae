import { valibotResolver } from '@hookform/resolvers/valibot';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ApiError, messageOf } from '@/api/errors';
import { COMPARED_PASSWORDS } from '@/entities/user/fields';
import { NewPasswordField } from '@/entities/user/new-password-field';
import { Button } from '@/ui/button';
import { PasswordField } from '@/ui/field';
import { Notice } from '@/ui/notice';
import { lazyPanel } from '@/ui/overlays/lazy-panel';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import { PROFILE } from './messages';
import { useChangePassword } from './mutations';
import { type ChangePasswordForm, changePasswordSchema } from './schema';
import { Sessions } from './sessions';

const Passkeys = lazyPanel(
  async () => (await import('./approvals')).Passkeys,
  <Skeleton className="h-34" />,
);
const ApiKeys = lazyPanel(
  async () => (await import('./keys/api-keys')).ApiKeys,
  <Skeleton className="h-34" />,
);
const ConnectedPrograms = lazyPanel(
  async () => (await import('./programs/connected-programs')).ConnectedPrograms,
  <Skeleton className="h-34" />,
);

const StandingApprovals = lazyPanel(
  async () => (await import('./approvals')).StandingApprovals,
  <Skeleton className="h-34" />,
);

const Webhooks = lazyPanel(
  async () => (await import('./webhooks/webhooks')).Webhooks,
  <Skeleton className="h-34" />,
);

export function PasswordTab({ email }: { email: string }) {
  const titleId = useId();
  return (
    <>
      <div>
        <h2 id={titleId} className="sr-only">
          {PROFILE.password}
        </h2>
        <p className="text-ink-soft">{PROFILE.passwordHint}</p>
      </div>
      <PasswordForm email={email} labelledBy={titleId} />
      <Sessions />
      <Passkeys />
      <ApiKeys />
      <ConnectedPrograms />
      <StandingApprovals />
      <Webhooks />
    </>
  );
}

const EMPTY: ChangePasswordForm = { old_password: '', password: '', confirm_password: '' };

function PasswordForm({ email, labelledBy }: { email: string; labelledBy: string }) {
  const change = useChangePassword();
  const form = useForm<ChangePasswordForm>({
    ...COMPARED_PASSWORDS,
    resolver: valibotResolver(changePasswordSchema),
    defaultValues: EMPTY,
  });
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: 'password' });

  function submit(values: ChangePasswordForm) {
    change.mutate(
      { old_password: values.old_password, new_password: values.password },
      {
        onSuccess: ({ message }) => {
          form.reset(EMPTY);
          toast({ title: message, tone: 'confirmed' });
        },
        onError: (error) => {
          if (!(error instanceof ApiError)) return;
          const { old_password: old, new_password: chosen } = error.errors;
          if (chosen !== undefined) form.setError('password', { message: chosen });
          if (old !== undefined) {
            form.setError('old_password', { message: old }, { shouldFocus: true });
          }
        },
      },
    );
  }

  return (
    <form
      noValidate
      className="grid gap-5"
      aria-labelledby={labelledBy}
      onSubmit={form.handleSubmit(submit)}
    >
      {change.isError && <Notice tone="unsuccessful" title={messageOf(change.error)} />}
      {/* For password managers, which store a password with its user name. */}
      <input hidden readOnly type="text" autoComplete="username" value={email} />
      <PasswordField
        label={PROFILE.currentPassword}
        autoComplete="current-password"
        error={errors.old_password?.message}
        {...form.register('old_password')}
      />
      <NewPasswordField
        label={PROFILE.newPassword}
        error={errors.password?.message}
        password={password}
        {...form.register('password')}
      />
      <PasswordField
        label={PROFILE.repeatNewPassword}
        autoComplete="new-password"
        error={errors.confirm_password?.message}
        {...form.register('confirm_password')}
      />
      <Button
        type="submit"
        className="justify-self-start"
        pending={change.isPending}
        pendingLabel={PROFILE.changing}
      >
        {PROFILE.changePassword}
      </Button>
    </form>
  );
}
