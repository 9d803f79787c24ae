import { useId, type ReactNode } from 'react';
import { FieldError } from '@/ui/field';
import type { ErrorField } from '@/features/request-form/wizard-schema';

type Props = {
  title: ReactNode;
  /** Beside the title. */
  note?: string | null;
  hint?: string;
  /** The error shown here; submitting moves the focus to the first section with an error. */
  field?: ErrorField;
  error?: string | null | undefined;
  /** Below the error: where the user can do what the error says is impossible here. */
  instead?: ReactNode;
  children: ReactNode;
};

/** One section of the form: a named group of controls with its hint and its error. */
export function WizardSection({
  title,
  note = null,
  hint,
  field,
  error,
  instead,
  children,
}: Props) {
  const titleId = useId();
  const errorId = useId();
  const isWrong = error !== undefined && error !== null;
  return (
    <section className="form-section">
      <h2>
        <span id={titleId}>{title}</span>
        {note !== null && <small>{note}</small>}
      </h2>
      {hint !== undefined && <p className="hint">{hint}</p>}
      <div
        role="group"
        aria-labelledby={titleId}
        aria-describedby={isWrong ? errorId : undefined}
        data-field={field}
      >
        {children}
      </div>
      <div aria-live="polite">
        {isWrong && <FieldError id={errorId}>{error}</FieldError>}
        {isWrong && instead}
      </div>
    </section>
  );
}
