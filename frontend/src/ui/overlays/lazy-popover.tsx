import { cloneElement, type ComponentProps, type ReactElement } from 'react';
import { lazyComponent } from '../lazy-component';
import type { Popover } from './popover';

const Loaded = lazyComponent(async () => (await import('./popover')).Popover);

type Props = Omit<ComponentProps<typeof Popover>, 'trigger'> & {
  trigger: ReactElement<ComponentProps<'button'>>;
};

/**
 * A popover whose code loads when a pointer or the focus comes near its button; a click before that opens it when it
 * has loaded.
 */
export function LazyPopover(props: Props) {
  const waiting = cloneElement(props.trigger, {
    ...Loaded.preloadProps,
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onClick: () => {
      props.onOpenChange(true);
    },
  });
  return <Loaded {...props} waiting={waiting} />;
}
