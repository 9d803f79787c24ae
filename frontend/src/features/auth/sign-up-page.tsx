import { valibotResolver } from '@hookform/resolvers/valibot';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { ApiError, messageOf } from '@/api/errors';
import type { RegisterBody } from '@/api/types';
import type { LegalText } from '@/features/legal/legal-text';
import { openStart } from '@/entities/user/start';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { PasswordField, TextField } from '@/ui/field';
import { lazyComponent } from '@/ui/lazy-component';
import { Notice } from '@/ui/notice';
import { PhoneField } from '@/ui/phone-field';
import { toast } from '@/ui/toast';
import { AuthLayout } from './auth-layout';
import { COUNTRIES, DEFAULT_COUNTRY_CODE } from '@/lib/countries';
import { KeptRequest, keptForm } from './kept-request';
import { AUTH } from './messages';
import { useRegister } from './mutations';
import { COMPARED_PASSWORDS } from '@/entities/user/fields';
import { NewPasswordField } from '@/entities/user/new-password-field';
import { type SignUpForm, signUpSchema } from './schema';
import { toFormErrors, toRegisterBody } from './register-body';

const LegalDialog = lazyComponent(
  async () => (await import('@/features/legal/legal-dialog')).LegalDialog,
);

/** `referral`: the code of the invitation link. */
export function SignUpPage({ referral }: { referral: string }) {
  const router = useRouter();
  const register = useRegister();
  const [legal, setLegal] = useState<LegalText | null>(null);
  const form = useForm<SignUpForm>({
    ...COMPARED_PASSWORDS,
    resolver: valibotResolver(signUpSchema),
    defaultValues: {
      first_name: '',
      last_name: '',
      email: '',
      country_code: DEFAULT_COUNTRY_CODE,
      phone: '',
      password: '',
      confirm_password: '',
      referral_code: referral,
      terms: false,
    },
  });
  const { errors } = form.formState;
  const [password, referralCode] = useWatch({
    control: form.control,
    name: ['password', 'referral_code'],
  });

  function submit(values: SignUpForm) {
    const link = referral === '' ? null : window.location.href;
    const body: RegisterBody = toRegisterBody(values, link);
    register.mutate(body, {
      onSuccess: ({ user, message }) => {
        openStart(user.id);
        toast({ title: message, tone: 'confirmed' });
        void router.navigate({ to: '/connect-accounts', replace: true });
      },
      onError: (error) => {
        if (!(error instanceof ApiError)) return;
        for (const { field, message } of toFormErrors(error.errors)) {
          form.setError(field, { message }, { shouldFocus: true });
        }
      },
    });
  }

  return (
    <AuthLayout title={AUTH.signUpTitle} lead={AUTH.signUpLead()} scene="afternoon">
      <KeptRequest />
      <form noValidate onSubmit={form.handleSubmit(submit)}>
        {register.isError && <Notice tone="unsuccessful" title={messageOf(register.error)} />}
        <div className="columns-2">
          <TextField
            label={AUTH.firstName}
            autoComplete="given-name"
            // The first field of this page, and nothing but the logo precedes it.
            // eslint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            error={errors.first_name?.message}
            {...form.register('first_name')}
          />
          <TextField
            label={AUTH.lastName}
            autoComplete="family-name"
            error={errors.last_name?.message}
            {...form.register('last_name')}
          />
        </div>
        <TextField
          label={AUTH.email}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <Controller
          control={form.control}
          name="phone"
          render={({ field }) => (
            <PhoneField
              label={AUTH.phone}
              countries={COUNTRIES}
              countryCode={form.getValues('country_code')}
              onCountryCode={(code) => {
                form.setValue('country_code', code, { shouldValidate: true });
              }}
              digits={field.value}
              onDigits={field.onChange}
              onBlur={field.onBlur}
              ref={field.ref}
              hint={AUTH.phoneWhy}
              error={errors.phone?.message ?? errors.country_code?.message}
            />
          )}
        />
        <NewPasswordField
          label={AUTH.password}
          error={errors.password?.message}
          password={password}
          {...form.register('password')}
        />
        <PasswordField
          label={AUTH.repeatPassword}
          autoComplete="new-password"
          error={errors.confirm_password?.message}
          {...form.register('confirm_password')}
        />
        <TextField
          label={AUTH.referral}
          optional
          autoComplete="off"
          hint={referral !== '' && referralCode === referral ? AUTH.invited : undefined}
          error={errors.referral_code?.message}
          {...form.register('referral_code')}
        />
        <Checkbox error={errors.terms?.message} {...form.register('terms')}>
          {AUTH.accept} <LegalLink text="terms" onOpen={setLegal} /> {AUTH.and}{' '}
          <LegalLink text="privacy" onOpen={setLegal} />.
        </Checkbox>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          pending={register.isPending}
          pendingLabel={AUTH.signingUp}
        >
          {AUTH.signUp}
        </Button>
        <p className="text-ink-soft">
          {AUTH.haveAccount}{' '}
          <Link to="/login" search={keptForm()} className="link">
            {AUTH.logIn}
          </Link>
        </p>
      </form>
      {legal !== null && (
        <LegalDialog
          text={legal}
          onClose={() => {
            setLegal(null);
          }}
        />
      )}
    </AuthLayout>
  );
}

function LegalLink({ text, onOpen }: { text: LegalText; onOpen: (text: LegalText) => void }) {
  return (
    <button
      type="button"
      className="link link-inline"
      onClick={() => {
        onOpen(text);
      }}
    >
      {text === 'terms' ? AUTH.termsLink : AUTH.privacyLink}
    </button>
  );
}
