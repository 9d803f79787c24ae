import { Switch as RadixSwitch } from 'radix-ui';
import type { ComponentProps } from 'react';

/** An on/off choice that takes effect at once. Give it `aria-label` or `aria-labelledby`. */
export function Switch(props: ComponentProps<typeof RadixSwitch.Root>) {
  return (
    <RadixSwitch.Root {...props} className="switch">
      <RadixSwitch.Thumb asChild>
        <span />
      </RadixSwitch.Thumb>
    </RadixSwitch.Root>
  );
}
