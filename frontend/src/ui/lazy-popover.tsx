import { cloneElement, type ComponentProps, type ReactElement } from 'react';
import { latePart } from './lazy-component';
import type { Popover } from './popover';

const Loaded = latePart(async () => (await import('./popover')).Popover);

type Props = Omit<ComponentProps<typeof Popover>, 'trigger'> & {
  trigger: ReactElement<ComponentProps<'button'>>;
};

/** A popover whose code comes when somebody is near its button; a press before that opens it on arrival. */
export function LatePopover(props: Props) {
  const waiting = cloneElement(props.trigger, {
    ...Loaded.near,
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onClick: () => {
      props.onOpenChange(true);
    },
  });
  return <Loaded {...props} waiting={waiting} />;
}
