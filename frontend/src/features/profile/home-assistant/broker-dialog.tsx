/** Connects, changes and removes the MQTT broker. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { ApiError, messageOf } from '@/api/errors';
import { Button } from '@/ui/button';
import { PasswordField, TextField } from '@/ui/field';
import { Notice } from '@/ui/notice';
import { Dialog } from '@/ui/overlays/dialog';
import { type Broker, useRemove, useSave } from './calls';
import { MQTT } from './messages';

const PREFIX = 'homeassistant';
const schema = v.object({
  address: v.pipe(v.string(), v.trim(), v.minLength(1, MQTT.addressRequired)),
  username: v.pipe(v.string(), v.trim()),
  password: v.string(),
  prefix: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/, MQTT.prefixWrong),
  ),
});
type Values = v.InferOutput<typeof schema>;

export function BrokerDialog({ broker, onClose }: { broker: Broker | null; onClose: () => void }) {
  const save = useSave();
  const remove = useRemove();
  const form = useForm<Values>({
    resolver: valibotResolver(schema),
    defaultValues: {
      address: broker?.address ?? '',
      username: broker?.username ?? '',
      password: '',
      prefix: broker?.prefix ?? PREFIX,
    },
  });
  const { errors } = form.formState;
  const error = save.error ?? remove.error;
  const refused = error instanceof ApiError ? error.errors : {};
  return (
    <Dialog onClose={onClose} title={MQTT.formTitle}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={form.handleSubmit(({ password, ...values }) => {
          const kept = password === '' && broker?.has_password === true;
          save.mutate({ ...values, password: kept ? null : password }, { onSuccess: onClose });
        })}
      >
        {error !== null && Object.keys(refused).length === 0 && (
          <Notice tone="unsuccessful" title={messageOf(error)} />
        )}
        <TextField
          label={MQTT.address}
          hint={MQTT.addressHint}
          placeholder={MQTT.addressExample}
          inputMode="url"
          maxLength={300}
          autoComplete="off"
          spellCheck={false}
          error={errors.address?.message ?? refused.address}
          {...form.register('address')}
        />
        <TextField
          label={MQTT.username}
          optional
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          error={refused.username}
          {...form.register('username')}
        />
        <PasswordField
          label={MQTT.password}
          optional
          hint={broker?.has_password === true ? MQTT.passwordKept : undefined}
          maxLength={1024}
          autoComplete="off"
          error={refused.password}
          {...form.register('password')}
        />
        <TextField
          label={MQTT.prefix}
          hint={MQTT.prefixHint}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          error={errors.prefix?.message ?? refused.prefix}
          {...form.register('prefix')}
        />
        <div className="flex flex-wrap justify-end gap-3">
          {broker !== null && (
            <Button
              variant="quiet"
              className="mr-auto"
              pending={remove.isPending}
              pendingLabel={MQTT.removing}
              onClick={() => {
                remove.mutate(undefined, { onSuccess: onClose });
              }}
            >
              {MQTT.remove}
            </Button>
          )}
          <Button onClick={onClose}>{MQTT.cancel}</Button>
          <Button type="submit" variant="ink" pending={save.isPending} pendingLabel={MQTT.saving}>
            {MQTT.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
