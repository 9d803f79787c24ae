/** Creates an API key, and shows it once. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { ApiError, messageOf } from '@/api/errors';
import { meQuery } from '@/api/me';
import type { Scope } from '@/entities/program/scopes';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { Field, FieldError, PasswordField, TextField } from '@/ui/field';
import { Notice } from '@/ui/notice';
import { Dialog } from '@/ui/overlays/dialog';
import { CopyField } from '../copy-field';
import { type KeyForm, useCreateKey } from './calls';
import { KEYS } from './messages';

const SCOPES = Object.keys(KEYS.scope) as Scope[];
const DAYS = [30, 90, 365] as const;

const schema = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1, KEYS.nameRequired)),
  scopes: v.pipe(v.array(v.picklist(SCOPES)), v.minLength(1, KEYS.scopesRequired)),
  days: v.number(),
  password: v.pipe(v.string(), v.minLength(1, KEYS.passwordRequired)),
});

export function CreateDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateKey();
  const made = create.data;
  return (
    <Dialog onClose={onClose} title={made === undefined ? KEYS.createTitle : KEYS.createdTitle}>
      {made === undefined ? (
        <Form create={create} onClose={onClose} />
      ) : (
        <Created text={made.key} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Created({ text, onClose }: { text: string; onClose: () => void }) {
  const part = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => part.current?.focus(), []);
  return (
    <div ref={part} tabIndex={-1} className="grid gap-5">
      <p>{KEYS.createdText}</p>
      <CopyField label={KEYS.key} value={text} />
      <div className="flex justify-end">
        <Button variant="ink" onClick={onClose}>
          {KEYS.done}
        </Button>
      </div>
    </div>
  );
}

type FormProps = { create: ReturnType<typeof useCreateKey>; onClose: () => void };

function Form({ create, onClose }: FormProps) {
  const errorId = useId();
  const { data: user } = useQuery(meQuery);
  const form = useForm<KeyForm>({
    resolver: valibotResolver(schema),
    defaultValues: { name: '', scopes: [], days: 90, password: '' },
  });
  const { errors } = form.formState;
  const refused = create.error instanceof ApiError ? create.error.errors : {};
  const isNamed = 'password' in refused || 'name' in refused;
  const offered = SCOPES.filter(
    (scope) => user?.is_concierge === true || !scope.startsWith('client'),
  );

  function submit(values: KeyForm) {
    create.mutate(values, {
      onError: (error) => {
        if (!(error instanceof ApiError)) return;
        for (const field of ['password', 'name'] as const) {
          const message = error.errors[field];
          if (message !== undefined) form.setError(field, { message }, { shouldFocus: true });
        }
      },
    });
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit(submit)}>
      {create.isError && !isNamed && <Notice tone="unsuccessful" title={messageOf(create.error)} />}
      <TextField
        label={KEYS.name}
        hint={KEYS.nameHint}
        maxLength={60}
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <fieldset
        className="key-scopes"
        aria-describedby={errors.scopes === undefined ? undefined : errorId}
      >
        <legend className="label">{KEYS.scopes}</legend>
        {offered.map((scope) => (
          <Checkbox key={scope} value={scope} {...form.register('scopes')}>
            {KEYS.scope[scope]}
          </Checkbox>
        ))}
        {errors.scopes !== undefined && (
          <FieldError id={errorId}>{errors.scopes.message}</FieldError>
        )}
      </fieldset>
      <Field label={KEYS.days}>
        {(control) => (
          <div className="input">
            <select {...control} {...form.register('days', { valueAsNumber: true })}>
              {DAYS.map((days) => (
                <option key={days} value={days}>
                  {KEYS.dayCount(days)}
                </option>
              ))}
            </select>
          </div>
        )}
      </Field>
      <PasswordField
        label={KEYS.password}
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{KEYS.cancel}</Button>
        <Button type="submit" variant="ink" pending={create.isPending} pendingLabel={KEYS.creating}>
          {KEYS.create}
        </Button>
      </div>
    </form>
  );
}
