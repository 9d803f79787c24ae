import { valibotResolver } from '@hookform/resolvers/valibot';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '@/api/errors';
import { meQuery } from '@/api/me';
import { Button } from '@/ui/button';
import { PasswordField, TextField } from '@/ui/field';
import { lazyComponent } from '@/ui/lazy-component';
import { Notice } from '@/ui/notice';
import { toast } from '@/ui/toast';
import { AuthLayout } from './auth-layout';
import { checkAccounts, afterLogin } from './after-login';
import { KeptRequest } from './kept-request';
import { AUTH } from './messages';
import { useLogin } from './mutations';
import { loginSchema, type LoginForm } from './schema';

const ForgotPassword = lazyComponent(
  async () => (await import('./forgot-password')).ForgotPassword,
);

/** `redirect`: the address that the visitor requested, already checked to be ours. */
export function LoginPage({ redirect }: { redirect: string | null }) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const [asksReset, setAsksReset] = useState(false);
  const form = useForm<LoginForm>({
    resolver: valibotResolver(loginSchema),
    defaultValues: { email: '', password: '' },
  });
  const { errors } = form.formState;
  const { mutateAsync: logIn } = useLogin();

  const enter = useMutation({
    mutationFn: async (values: LoginForm) => {
      await logIn(values);
      // A program that asks for access needs no connected account, and its request doesn't wait.
      if (redirect?.startsWith('/oauth/') === true) return afterLogin(true, redirect);
      return afterLogin(await checkAccounts().catch(() => null), redirect);
    },
    onSuccess: async ({ href, toast: result }) => {
      // "The user data is refreshed afterwards", also if another user was signed in before.
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      toast(result);
      await router.navigate({ href, replace: true });
    },
  });

  return (
    <AuthLayout title={AUTH.loginTitle} lead={AUTH.loginLead} scene="evening">
      <KeptRequest />
      <form
        noValidate
        onSubmit={form.handleSubmit((values) => {
          enter.mutate(values);
        })}
      >
        {enter.isError && (
          <Notice tone="unsuccessful" title={messageOf(enter.error, AUTH.loginFailed)} />
        )}
        <TextField
          label={AUTH.email}
          type="email"
          autoComplete="username"
          // The first field of this page, and nothing on the page precedes it.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          error={errors.email?.message}
          {...form.register('email')}
        />
        <div className="grid gap-2">
          <PasswordField
            label={AUTH.password}
            autoComplete="current-password"
            error={errors.password?.message}
            {...form.register('password')}
          />
          <button
            type="button"
            className="link justify-self-end"
            onClick={() => {
              setAsksReset(true);
            }}
          >
            {AUTH.forgot}
          </button>
        </div>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          pending={enter.isPending}
          pendingLabel={AUTH.loggingIn}
        >
          {AUTH.logIn}
        </Button>
        <p className="text-ink-soft">
          {AUTH.newHere}{' '}
          <Link to="/signup" className="link">
            {AUTH.signUp}
          </Link>
        </p>
      </form>
      {asksReset && (
        <ForgotPassword
          onClose={() => {
            setAsksReset(false);
          }}
          typedEmail={form.getValues('email')}
        />
      )}
    </AuthLayout>
  );
}
