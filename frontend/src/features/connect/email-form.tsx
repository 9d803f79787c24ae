import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { Platform } from '@/api/types';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import { ACCOUNTS } from './messages';
import { emailSchema } from './schema';

type Props = {
  platform: Platform;
  initial: string;
  takesFocus: boolean;
  /** Why no code was sent. */
  refusal: string | undefined;
  isPending: boolean;
  onEmail: (email: string) => void;
  /** Other ways to sign in. */
  children: ReactNode;
};

/** The email address to which the platform sends a code. */
export function EmailForm(props: Props) {
  const { platform, initial, takesFocus, refusal, isPending, onEmail, children } = props;
  const form = useForm<{ email: string }>({
    resolver: valibotResolver(emailSchema),
    defaultValues: { email: initial },
  });
  useEffect(() => {
    if (takesFocus) form.setFocus('email');
  }, [takesFocus, form]);
  return (
    <form
      className="grid gap-5"
      noValidate
      aria-label={ACCOUNTS.form(platform.name)}
      onSubmit={form.handleSubmit(({ email }) => {
        onEmail(email);
      })}
    >
      <p className="text-ink-soft">{ACCOUNTS.emailPrompt(platform.name)}</p>
      <div aria-live="polite">
        <TextField
          label={ACCOUNTS.email(platform.name)}
          type="email"
          autoComplete="off"
          error={form.formState.errors.email?.message ?? refusal}
          {...form.register('email')}
        />
      </div>
      <Button type="submit" variant="ink" block pending={isPending} pendingLabel={ACCOUNTS.sending}>
        {ACCOUNTS.sendCode}
      </Button>
      {children}
    </form>
  );
}
