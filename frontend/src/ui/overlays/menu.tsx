/**
 * A menu under its button. `modal={false}`: a modal menu hides the rest of the page from assistive technology, which
 * axe reports (radix-ui/primitives#2459), and locks scrolling by an inline style.
 */
import { DropdownMenu } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

type Props = {
  trigger: ReactNode;
  label: string;
  align?: 'start' | 'end';
  defaultOpen?: boolean;
  children: ReactNode;
};

export function Menu({ trigger, label, align = 'end', defaultOpen = false, children }: Props) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen={defaultOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu"
          aria-label={label}
          align={align}
          sideOffset={8}
          collisionPadding={16}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function MenuItem(props: ComponentProps<typeof DropdownMenu.Item>) {
  return <DropdownMenu.Item {...props} className="menu-item" />;
}

export const MenuRadioGroup = DropdownMenu.RadioGroup;
export const MenuItemIndicator = DropdownMenu.ItemIndicator;

export function MenuRadioItem(props: ComponentProps<typeof DropdownMenu.RadioItem>) {
  return <DropdownMenu.RadioItem {...props} className="menu-item" />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="menu-label">{children}</DropdownMenu.Label>;
}

export function MenuLine() {
  return <DropdownMenu.Separator className="menu-line" />;
}
