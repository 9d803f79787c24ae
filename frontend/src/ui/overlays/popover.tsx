import { Popover as RadixPopover } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';
import { closeOnEscape } from './close-on-escape';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trigger: ReactNode;
  label: string;
  align?: 'start' | 'end';
  /** Positions the popover at this element instead of its button. */
  anchor?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/** A small panel beside its button, not modal: Escape or a click outside closes it. */
export function Popover({
  open,
  onOpenChange,
  trigger,
  label,
  align = 'start',
  anchor,
  children,
}: Props) {
  const button = useRef<HTMLButtonElement>(null);
  // Radix leaves the focus nowhere if the focus was ever outside, even if the popover was then closed from inside.
  const wasUsed = useRef(false);
  const use = () => {
    wasUsed.current = true;
  };
  return (
    <RadixPopover.Root open={open} onOpenChange={onOpenChange}>
      {anchor !== undefined && <RadixPopover.Anchor virtualRef={anchor} />}
      <RadixPopover.Trigger ref={button} asChild>
        {trigger}
      </RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          className="popover"
          aria-label={label}
          align={align}
          sideOffset={8}
          collisionPadding={16}
          onKeyDownCapture={use}
          onPointerDownCapture={use}
          onInteractOutside={() => {
            wasUsed.current = false;
          }}
          onCloseAutoFocus={(event) => {
            if (!wasUsed.current) return;
            event.preventDefault();
            button.current?.focus();
            wasUsed.current = false;
          }}
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
