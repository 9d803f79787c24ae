import { Lock } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/lib/cn';

/** The outlined mark of what Pro has. Neutral ink: a gate is no error. */
export function ProTag() {
  return (
    <span className="pro">
      <Lock aria-hidden="true" />
      PRO
    </span>
  );
}

type OptionProps = Omit<ComponentProps<'button'>, 'className'> & {
  chosen?: boolean;
  /** A single figure stands in the middle. */
  centred?: boolean;
  /** In mono: a clock or a date. */
  note?: ReactNode;
  /** Beneath it in plain words instead. */
  words?: string | undefined;
  wide?: boolean;
};

/** One choice among a few: a press chooses it. */
export function Option({
  chosen,
  centred = false,
  wide = false,
  note,
  words,
  children,
  ...button
}: OptionProps) {
  return (
    <button
      {...button}
      type="button"
      className={cn('opt', centred && 'opt-centred', wide && 'opt-wide')}
      aria-pressed={chosen}
    >
      {children} {note !== undefined && <small>{note}</small>}
      {words !== undefined && <small className="opt-words">{words}</small>}
    </button>
  );
}

/** A choice that Pro has: visible, with one line of what it is; the press says what it needs. */
export function LockedOption({
  note,
  wide = false,
  onPress,
  children,
}: {
  note: string;
  wide?: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" className={cn('opt', 'opt-locked', wide && 'opt-wide')} onClick={onPress}>
      <span className="opt-line">
        {children} <ProTag />
      </span>{' '}
      <small className="opt-words">{note}</small>
    </button>
  );
}
