import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, type ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { Platform } from '@/api/types';
import { COUNTRIES } from '@/lib/countries';
import { Button } from '@/ui/button';
import { PhoneField } from '@/ui/phone-field';
import { ACCOUNTS } from './messages';
import { phoneLoginSchema, type PhoneLogin } from './schema';

type Props = {
  platform: Platform;
  initial: PhoneLogin;
  takesFocus: boolean;
  /** Why no code was sent. */
  refusal: string | undefined;
  isPending: boolean;
  onPhone: (login: PhoneLogin) => void;
  /** Other ways to sign in. */
  children: ReactNode;
};

/** The phone to which the platform sends a code. */
export function PhoneForm(props: Props) {
  const { platform, initial, takesFocus, refusal, isPending, onPhone, children } = props;
  const form = useForm<PhoneLogin>({
    resolver: valibotResolver(phoneLoginSchema),
    defaultValues: initial,
  });
  const { errors } = form.formState;
  useEffect(() => {
    if (takesFocus) form.setFocus('phone');
  }, [takesFocus, form]);
  return (
    <form
      className="grid gap-5"
      noValidate
      aria-label={ACCOUNTS.form(platform.name)}
      onSubmit={form.handleSubmit(onPhone)}
    >
      <p className="text-ink-soft">{ACCOUNTS.phonePrompt(platform)}</p>
      <div aria-live="polite">
        <Controller
          control={form.control}
          name="phone"
          render={({ field }) => (
            <PhoneField
              label={ACCOUNTS.phone}
              countries={COUNTRIES}
              countryCode={form.getValues('countryCode')}
              onCountryCode={(code) => {
                form.setValue('countryCode', code);
              }}
              digits={field.value}
              onDigits={field.onChange}
              onBlur={field.onBlur}
              ref={field.ref}
              error={errors.phone?.message ?? refusal}
            />
          )}
        />
      </div>
      <Button type="submit" variant="ink" block pending={isPending} pendingLabel={ACCOUNTS.sending}>
        {ACCOUNTS.sendCode}
      </Button>
      {children}
    </form>
  );
}
