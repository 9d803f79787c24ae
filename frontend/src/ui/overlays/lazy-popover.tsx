import { cloneElement, type ComponentProps, type ReactElement } from 'react';
import { lazyComponent } from '../lazy-component';
import type { Popover } from './popover';

const Loaded = lazyComponent(async () => (await import('./popover')).Popover);

type Props = Omit<ComponentProps<typeof Popover>, 'trigger'> & {
  trigger: ReactElement<ComponentProps<'button'>>;
};

/**
 * A popover whose code loads when the pointer or the focus reaches its button. If the user clicks before that, the
 * popover opens as soon as the code has loaded.
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
