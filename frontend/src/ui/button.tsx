/** Buttons. A view has one `primary` button; cards use `ink`. The label of a pending button says what it is doing. */
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';

export const BUTTON_VARIANTS = ['primary', 'ink', 'line', 'quiet'] as const;
export const BUTTON_SIZES = ['sm', 'md', 'lg'] as const;

type Look = {
  variant?: (typeof BUTTON_VARIANTS)[number];
  size?: (typeof BUTTON_SIZES)[number];
  block?: boolean;
};

/** The same classes for a link: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({ variant = 'line', size = 'md', block = false }: Look = {}): string {
  return cn(
    'btn',
    variant !== 'line' && `btn-${variant}`,
    size !== 'md' && `btn-${size}`,
    block && 'btn-block',
  );
}

type Props = Omit<ComponentProps<'button'>, 'aria-disabled'> &
  Look & {
    /** Replaces the label and ignores clicks while the work runs; focus stays on the button. */
    pendingLabel?: string | undefined;
    pending?: boolean;
  };

export function Button({
  variant = 'line',
  size = 'md',
  block = false,
  pending = false,
  pendingLabel,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={pending ? 'button' : type}
      className={cn(buttonClass({ variant, size, block }), className)}
      {...(pending ? { 'aria-disabled': true } : {})}
      onClick={pending ? undefined : onClick}
    >
      {pending && pendingLabel !== undefined ? pendingLabel : children}
    </button>
  );
}

export function IconButton({
  label,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label'> & { label: string }) {
  return (
    <button {...rest} type="button" aria-label={label} className={cn('icon-btn', className)}>
      {children}
    </button>
  );
}
