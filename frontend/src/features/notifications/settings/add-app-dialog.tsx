/** Asks for the address of a chat app. Closing the dialog empties the fields; the address is never shown again. */
import { useRef, useState, type SubmitEvent } from 'react';
import { ApiError, messageOf } from '@/api/errors';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { Field, TextField } from '@/ui/field';
import { Notice } from '@/ui/notice';
import { toast } from '@/ui/toast';
import { ADD_APP, APP_FIELDS, APP_NAMES, type FieldText } from './messages';
import { useAddApp } from './mutations';
import type { ChatApp } from './queries';

type Values = Partial<Record<FieldText['name'], string>>;

export function AddAppDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={ADD_APP.title} description={ADD_APP.text}>
      <AppForm onClose={onClose} />
    </Dialog>
  );
}

function AppForm({ onClose }: { onClose: () => void }) {
  const add = useAddApp();
  const form = useRef<HTMLFormElement>(null);
  const [app, setApp] = useState<ChatApp>('ntfy');
  const [values, setValues] = useState<Values>({});
  const [isChecked, setIsChecked] = useState(false);
  const fields = APP_FIELDS[app];
  const refused = add.error instanceof ApiError ? add.error.errors : {};
  const hasOwnPlace = fields.some(({ name }) => refused[name] !== undefined);
  const isMissing = ({ name, optional }: FieldText) =>
    optional !== true && (values[name] ?? '').trim() === '';
  const errorOf = (field: FieldText) =>
    isChecked && isMissing(field) ? ADD_APP.required : refused[field.name];

  const focusFirstError = () => {
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setIsChecked(true);
    if (fields.some(isMissing)) {
      focusFirstError();
      return;
    }
    add.mutate(
      { app, ...values },
      {
        onSuccess: () => {
          toast({ title: ADD_APP.added(APP_NAMES[app]), tone: 'confirmed' });
          onClose();
        },
        onError: focusFirstError,
      },
    );
  }

  return (
    <form ref={form} className="grid gap-5" noValidate autoComplete="off" onSubmit={submit}>
      {add.isError && !hasOwnPlace && <Notice tone="unsuccessful" title={messageOf(add.error)} />}
      <Field label={ADD_APP.app}>
        {(control) => (
          <div className="input">
            <select
              {...control}
              value={app}
              onChange={({ target }) => {
                setApp(target.value as ChatApp);
                setValues({});
                setIsChecked(false);
                add.reset();
              }}
            >
              {Object.entries(APP_NAMES).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        )}
      </Field>
      {fields.map((field) => (
        <TextField
          key={`${app}-${field.name}`}
          label={field.label}
          optional={field.optional ?? false}
          hint={field.hint}
          placeholder={field.placeholder}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          value={values[field.name] ?? ''}
          error={errorOf(field)}
          onChange={({ target }) => {
            setValues({ ...values, [field.name]: target.value });
          }}
        />
      ))}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{ADD_APP.cancel}</Button>
        <Button type="submit" variant="ink" pending={add.isPending} pendingLabel={ADD_APP.adding}>
          {ADD_APP.add}
        </Button>
      </div>
    </form>
  );
}
