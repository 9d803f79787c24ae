/** The address and the events of a webhook, new or changed. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { ApiError, messageOf } from '@/api/errors';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { FieldError, TextField } from '@/ui/field';
import { Notice } from '@/ui/notice';
import type { EventName, WebhookForm as Values } from './calls';
import { WEBHOOKS } from './messages';

const EVENTS = Object.keys(WEBHOOKS.event) as EventName[];

type Props = {
  /** The events of the webhook that is changed, null for a new one. */
  chosen: readonly EventName[] | null;
  error: Error | null;
  isPending: boolean;
  onSubmit: (values: Values) => void;
  onCancel: () => void;
};

export function WebhookForm({ chosen, error, isPending, onSubmit, onCancel }: Props) {
  const errorId = useId();
  const isNew = chosen === null;
  const address = v.pipe(v.string(), v.trim());
  const form = useForm<Values>({
    resolver: valibotResolver(
      v.object({
        url: isNew ? v.pipe(address, v.minLength(1, WEBHOOKS.urlRequired)) : address,
        events: v.pipe(v.array(v.picklist(EVENTS)), v.minLength(1, WEBHOOKS.eventsRequired)),
      }),
    ),
    defaultValues: { url: '', events: [...(chosen ?? [])] },
  });
  const { errors } = form.formState;
  const refusedUrl = error instanceof ApiError ? error.errors.url : undefined;
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit(onSubmit)}>
      {error !== null && refusedUrl === undefined && (
        <Notice tone="unsuccessful" title={messageOf(error)} />
      )}
      <TextField
        label={WEBHOOKS.url}
        hint={isNew ? WEBHOOKS.urlHint : WEBHOOKS.urlKept}
        inputMode="url"
        maxLength={1024}
        autoComplete="off"
        spellCheck={false}
        error={errors.url?.message ?? refusedUrl}
        {...form.register('url')}
      />
      <fieldset
        className="key-scopes"
        aria-describedby={errors.events === undefined ? undefined : errorId}
      >
        <legend className="label">{WEBHOOKS.eventsLegend}</legend>
        {EVENTS.map((name) => (
          <Checkbox key={name} value={name} {...form.register('events')}>
            {WEBHOOKS.event[name]} <code className="mono event-name">{name}</code>
          </Checkbox>
        ))}
        {errors.events !== undefined && (
          <FieldError id={errorId}>{errors.events.message}</FieldError>
        )}
      </fieldset>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onCancel}>{WEBHOOKS.cancel}</Button>
        <Button
          type="submit"
          variant="ink"
          pending={isPending}
          pendingLabel={isNew ? WEBHOOKS.adding : WEBHOOKS.saving}
        >
          {isNew ? WEBHOOKS.add : WEBHOOKS.save}
        </Button>
      </div>
    </form>
  );
}
