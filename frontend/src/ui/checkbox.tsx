import { Check } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldError } from './field';

type Props = Omit<ComponentProps<'input'>, 'type' | 'id'> & {
  /** The sentence beside the box. It may contain links; clicking one does not tick the box. */
  children: ReactNode;
  error?: string | undefined;
};

export function Checkbox({ children, error, ...input }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="field">
      <div className="check">
        <span className="check-box">
          <input
            {...input}
            id={id}
            type="checkbox"
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? undefined : errorId}
          />
          <span aria-hidden="true">
            <Check />
          </span>
        </span>
        <label htmlFor={id}>{children}</label>
      </div>
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}
