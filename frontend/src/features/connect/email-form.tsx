import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { platformName } from '@/entities/platform/platforms';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import { ACCOUNTS } from './messages';
import { emailSchema } from './schema';

type Props = {
  initial: string;
  takesFocus: boolean;
  /** Why no code was sent. */
  refusal: string | undefined;
  isPending: boolean;
  onEmail: (email: string) => void;
  /** Other ways to sign in. */
  children: ReactNode;
};

/** The email address to which Resy sends a code. */
export function EmailForm({ initial, takesFocus, refusal, isPending, onEmail, children }: Props) {
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
      aria-label={ACCOUNTS.form(platformName('resy'))}
      onSubmit={form.handleSubmit(({ email }) => {
        onEmail(email);
      })}
    >
      <p className="text-ink-soft">{ACCOUNTS.emailPrompt}</p>
      <div aria-live="polite">
        <TextField
          label={ACCOUNTS.resyEmail}
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
