import { Lock } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { REQUEST_FORM } from '@/features/request-form/messages';
import './option.css';

/** The outlined mark of Pro features. In ink, because a gate is no error. */
export function ProTag() {
  return (
    <span className="pro">
      <Lock aria-hidden="true" />
      {REQUEST_FORM.pro}
    </span>
  );
}

type OptionProps = Omit<ComponentProps<'button'>, 'className'> & {
  chosen?: boolean;
  /** Centers a single number. */
  centered?: boolean;
  /** In mono: a clock or a date. */
  note?: ReactNode;
  /** Below the label, in plain text. */
  description?: string | undefined;
  wide?: boolean;
};

/** One choice of a few; a click selects it. */
export function Option({
  chosen,
  centered = false,
  wide = false,
  note,
  description,
  children,
  ...button
}: OptionProps) {
  return (
    <button
      {...button}
      type="button"
      className={cn('option', centered && 'option-centered', wide && 'option-wide')}
      aria-pressed={chosen}
    >
      {children} {note !== undefined && <small>{note}</small>}
      {description !== undefined && <small className="option-text">{description}</small>}
    </button>
  );
}

/** A choice that needs Pro. It is visible, with one line about it. A click explains that Pro is needed. */
export function LockedOption({
  note,
  wide = false,
  onClick,
  children,
}: {
  note: string;
  wide?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={cn('option', 'option-locked', wide && 'option-wide')}
      onClick={onClick}
    >
      <span className="option-line">
        {children} <ProTag />
      </span>{' '}
      <small className="option-text">{note}</small>
    </button>
  );
}
