import { valibotResolver } from '@hookform/resolvers/valibot';
import { useId } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { ApiError, messageOf } from '@/api/errors';
import type { User } from '@/api/types';
import { COUNTRIES } from '@/lib/countries';
import { Button } from '@/ui/button';
import { PasswordField, TextField } from '@/ui/field';
import { Notice } from '@/ui/notice';
import { PhoneField } from '@/ui/phone-field';
import { toast } from '@/ui/toast';
import { CloseAccount } from './close-account';
import { CONFIRM, PROFILE } from './messages';
import { useSavePerson } from './mutations';
import { PendingEmail } from './pending-email';
import { Referral } from './referral';
import { needsPassword, type PersonForm, personSchema, toChanges, toPersonForm } from './schema';

const FIELDS = ['first_name', 'last_name', 'email', 'phone', 'current_password'] as const;

export function PersonalTab({ user }: { user: User }) {
  const titleId = useId();
  return (
    <>
      <h2 id={titleId} className="sr-only">
        {PROFILE.personal}
      </h2>
      <DetailsForm user={user} labelledBy={titleId} />
      <Referral code={user.referral_code} link={user.referral_link} />
      <CloseAccount />
    </>
  );
}

function DetailsForm({ user, labelledBy }: { user: User; labelledBy: string }) {
  const save = useSavePerson();
  const form = useForm<PersonForm>({
    resolver: valibotResolver(personSchema),
    defaultValues: toPersonForm(user),
  });
  const { errors } = form.formState;
  const passwordNeeded = needsPassword(useWatch({ control: form.control }), user);
  const { country_code } = toPersonForm(user);
  const isListed = COUNTRIES.some(({ code }) => code === country_code);

  function submit(values: PersonForm) {
    const changes = toChanges(values, user);
    if (changes === null) {
      toast({ title: PROFILE.saved, tone: 'confirmed' });
      return;
    }
    if (passwordNeeded !== null && values.current_password === '') {
      form.setError(
        'current_password',
        { message: PROFILE.currentRequired },
        { shouldFocus: true },
      );
      return;
    }
    save.mutate(changes, {
      onSuccess: (saved) => {
        form.reset(toPersonForm(saved));
        toast({ title: PROFILE.saved, tone: 'confirmed' });
      },
      onError: (error) => {
        if (!(error instanceof ApiError)) return;
        for (const field of FIELDS) {
          const message = error.errors[field];
          if (message !== undefined) form.setError(field, { message }, { shouldFocus: true });
        }
      },
    });
  }

  return (
    <form
      noValidate
      className="grid gap-5"
      aria-labelledby={labelledBy}
      onSubmit={form.handleSubmit(submit)}
    >
      {save.isError && <Notice tone="unsuccessful" title={messageOf(save.error)} />}
      {user.pending_email !== null && (
        <PendingEmail key={user.pending_email} user={user} pending={user.pending_email} />
      )}
      <div className="columns-2">
        <TextField
          label={PROFILE.firstName}
          autoComplete="given-name"
          error={errors.first_name?.message}
          {...form.register('first_name')}
        />
        <TextField
          label={PROFILE.lastName}
          autoComplete="family-name"
          error={errors.last_name?.message}
          {...form.register('last_name')}
        />
      </div>
      <TextField
        label={PROFILE.email}
        type="email"
        autoComplete="email"
        hint={passwordNeeded?.email === true ? CONFIRM.emailMoves(user.email) : undefined}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <Controller
        control={form.control}
        name="phone"
        render={({ field }) => (
          <PhoneField
            label={PROFILE.phone}
            countries={isListed ? COUNTRIES : [{ code: country_code, name: '' }, ...COUNTRIES]}
            countryCode={form.getValues('country_code')}
            onCountryCode={(code) => {
              form.setValue('country_code', code, { shouldDirty: true, shouldValidate: true });
            }}
            digits={field.value}
            onDigits={field.onChange}
            onBlur={field.onBlur}
            ref={field.ref}
            hint={passwordNeeded?.phone === true ? CONFIRM.phoneMoves : undefined}
            error={errors.phone?.message ?? errors.country_code?.message}
          />
        )}
      />
      <TextField
        label={PROFILE.cancelFee}
        hint={PROFILE.cancelFeeHelp}
        className="fee"
        inputMode="numeric"
        autoComplete="off"
        error={errors.cancel_fee?.message}
        {...form.register('cancel_fee')}
      />
      {passwordNeeded !== null && (
        <PasswordField
          label={PROFILE.currentPassword}
          autoComplete="current-password"
          hint={CONFIRM.passwordWhy}
          error={errors.current_password?.message}
          {...form.register('current_password')}
        />
      )}
      <Button
        type="submit"
        className="justify-self-start"
        pending={save.isPending}
        pendingLabel={PROFILE.saving}
      >
        {PROFILE.save}
      </Button>
    </form>
  );
}
