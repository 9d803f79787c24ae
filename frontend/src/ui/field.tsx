/**
 * A labeled control with its hint and its error. Sets the label, `aria-describedby` and `aria-invalid`; the control
 * is passed as a function of those attributes.
 */
import { CircleAlert } from 'lucide-react';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { UI } from './messages';

type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
};

type FieldProps = {
  label: ReactNode;
  optional?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  /** The hint shows the error in its place, so it gets no line of its own. */
  errorInHint?: boolean;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

export function Field({
  label,
  optional = false,
  hint,
  error,
  errorInHint = false,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const ownLine = errorInHint ? undefined : error;
  const describedBy = cn(hint !== undefined && hintId, ownLine !== undefined && errorId);
  return (
    <div className={cn('field', className)}>
      <label className="label" htmlFor={id}>
        {label} {optional && <small>{UI.optional}</small>}
      </label>
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {ownLine !== undefined && <FieldError id={errorId}>{ownLine}</FieldError>}
      {hint !== undefined && (
        <div className="hint" id={hintId}>
          {hint}
        </div>
      )}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="field-error" id={id}>
      <CircleAlert aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}

type TextFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'input'>, 'id' | 'className'>;

export function TextField({ label, optional, hint, error, className, ...input }: TextFieldProps) {
  return (
    <Field {...fieldProps({ label, optional, hint, error, className })}>
      {(control) => (
        <div className="input" data-invalid={error === undefined ? undefined : ''}>
          <input {...input} {...control} />
        </div>
      )}
    </Field>
  );
}

/** A password with a button that shows it; pasting is allowed. */
export function PasswordField({
  label,
  optional,
  hint,
  error,
  errorInHint = false,
  className,
  ...input
}: TextFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...fieldProps({ label, optional, hint, error, className })} errorInHint={errorInHint}>
      {(control) => (
        <div className="input" data-invalid={error === undefined ? undefined : ''}>
          <input {...input} {...control} type={shown ? 'text' : 'password'} />
          <button
            type="button"
            className="link reveal"
            aria-label={shown ? UI.hidePassword : UI.showPassword}
            onClick={() => {
              setShown(!shown);
            }}
          >
            {shown ? UI.hide : UI.show}
          </button>
        </div>
      )}
    </Field>
  );
}

/** With `exactOptionalPropertyTypes`, absent and undefined differ: only given props are passed on. */
function fieldProps(props: {
  label: ReactNode;
  optional: boolean | undefined;
  hint: ReactNode;
  error: string | undefined;
  className: string | undefined;
}): Omit<FieldProps, 'children'> {
  const { label, optional = false, hint, error, className } = props;
  return {
    label,
    optional,
    error,
    ...(hint === undefined ? {} : { hint }),
    ...(className === undefined ? {} : { className }),
  };
}
