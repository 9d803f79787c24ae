import { type ReactNode, useId } from 'react';
import { FieldError } from '@/ui/field';
import { Switch } from '@/ui/switch';
import type { ErrorField } from '@/features/request-form/wizard-schema';

type Props = {
  title: ReactNode;
  help: string;
  value: boolean;
  /** The error shown here; submitting moves the focus to the first section with an error. */
  field?: ErrorField;
  error?: string | undefined;
  onChange: (value: boolean) => void;
  /** The content that is shown below the switch while it is on. */
  children?: ReactNode;
};

/** One section of the form that is a single switch. */
export function SwitchSection(props: Props) {
  const { title, help, value, field, error, onChange, children } = props;
  const titleId = useId();
  const helpId = useId();
  return (
    <section className="form-section">
      <div className="switch-line" data-field={field}>
        <div>
          <h2 id={titleId}>{title}</h2>
          <p className="hint" id={helpId}>
            {help}
          </p>
        </div>
        <Switch
          checked={value}
          aria-labelledby={titleId}
          aria-describedby={helpId}
          onCheckedChange={onChange}
        />
      </div>
      <div aria-live="polite">{error !== undefined && <FieldError>{error}</FieldError>}</div>
      {children}
    </section>
  );
}
