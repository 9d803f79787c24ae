import { Popover as RadixPopover } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { closeOnEscape } from './close-on-escape';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trigger: ReactNode;
  label: string;
  align?: 'start' | 'end';
  /** What it stands at instead of its button: the box that the button is a part of. */
  anchor?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/** A small panel beside its button, not modal: Escape or a press elsewhere closes it. */
export function Popover({
  open,
  onOpenChange,
  trigger,
  label,
  align = 'start',
  anchor,
  children,
}: Props) {
  return (
    <RadixPopover.Root open={open} onOpenChange={onOpenChange}>
      {anchor !== undefined && <RadixPopover.Anchor virtualRef={anchor} />}
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          className="popover"
          aria-label={label}
          align={align}
          sideOffset={8}
          collisionPadding={16}
          onKeyDown={closeOnEscape(() => {
            onOpenChange(false);
          })}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
