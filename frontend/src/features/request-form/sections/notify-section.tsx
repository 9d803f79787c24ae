import { useId } from 'react';
import { FieldError } from '@/ui/field';
import { Switch } from '@/ui/switch';
import { messages } from '@/entities/request/messages';
import { REQUEST_FORM } from '@/features/request-form/messages';

type Props = { value: boolean; error: string | undefined; onChange: (value: boolean) => void };

/** Whether an opening is only reported, with the platform's own link, and nothing is booked. */
export function NotifySection({ value, error, onChange }: Props) {
  const titleId = useId();
  const helpId = useId();
  return (
    <section className="form-section">
      <div className="switch-line" data-field="notify_only_error">
        <div>
          <h2 id={titleId}>{REQUEST_FORM.notifyOnly}</h2>
          <p className="hint" id={helpId}>
            {messages.notifyOnlyHelp}
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
    </section>
  );
}
