/** The questions before a passkey is added or removed. Both ask for the password. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm, type UseFormReturn } from 'react-hook-form';
import * as v from 'valibot';
import { ApiError, messageOf } from '@/api/errors';
import { PASSKEYS } from '@/entities/passkey/messages';
import type { Passkey } from '@/entities/passkey/passkeys';
import { Button } from '@/ui/button';
import { PasswordField, TextField } from '@/ui/field';
import { Notice } from '@/ui/notice';
import { Dialog } from '@/ui/overlays/dialog';
import { useAddPasskey, useRemovePasskey } from './calls';

const password = v.pipe(v.string(), v.minLength(1, PASSKEYS.passwordRequired));
const addSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1, PASSKEYS.nameRequired)),
  password,
});
const removeSchema = v.object({ password });

export function AddDialog({ onClose }: { onClose: () => void }) {
  const add = useAddPasskey();
  const form = useForm({
    resolver: valibotResolver(addSchema),
    defaultValues: { name: '', password: '' },
  });
  const { errors } = form.formState;
  return (
    <Dialog title={PASSKEYS.addTitle} description={PASSKEYS.addText} onClose={onClose}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={form.handleSubmit((values) => {
          add.mutate(values, { onSuccess: onClose, onError: showWrongPassword(form) });
        })}
      >
        <Failure error={add.error} />
        <TextField
          label={PASSKEYS.name}
          hint={PASSKEYS.nameHint}
          maxLength={60}
          autoComplete="off"
          error={errors.name?.message}
          {...form.register('name')}
        />
        <PasswordField
          label={PASSKEYS.password}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{PASSKEYS.cancel}</Button>
          <Button
            type="submit"
            variant="ink"
            pending={add.isPending}
            pendingLabel={PASSKEYS.adding}
          >
            {PASSKEYS.add}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type RemoveProps = { passkey: Passkey; isLast: boolean; onClose: () => void };

export function RemoveDialog({ passkey: { id, name }, isLast, onClose }: RemoveProps) {
  const remove = useRemovePasskey();
  const form = useForm({
    resolver: valibotResolver(removeSchema),
    defaultValues: { password: '' },
  });
  return (
    <Dialog
      title={PASSKEYS.removeTitle(name)}
      description={isLast ? PASSKEYS.removeLast : PASSKEYS.removeText}
      onClose={onClose}
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={form.handleSubmit((values) => {
          remove.mutate(
            { id, ...values },
            { onSuccess: onClose, onError: showWrongPassword(form) },
          );
        })}
      >
        <Failure error={remove.error} />
        <PasswordField
          label={PASSKEYS.password}
          autoComplete="current-password"
          error={form.formState.errors.password?.message}
          {...form.register('password')}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{PASSKEYS.keep}</Button>
          <Button
            type="submit"
            variant="ink"
            pending={remove.isPending}
            pendingLabel={PASSKEYS.removing}
          >
            {PASSKEYS.remove}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** A failure that no field shows. */
function Failure({ error }: { error: Error | null }) {
  if (error === null || wrongPassword(error) !== undefined) return null;
  return <Notice tone="unsuccessful" title={messageOf(error)} />;
}

function showWrongPassword<T extends { password: string }>(form: UseFormReturn<T>) {
  return (error: Error) => {
    const message = wrongPassword(error);
    if (message !== undefined) {
      form.setError('password' as never, { message }, { shouldFocus: true });
    }
  };
}

function wrongPassword(error: Error): string | undefined {
  return error instanceof ApiError ? error.errors.password : undefined;
}
