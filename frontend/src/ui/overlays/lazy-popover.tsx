import { cloneElement, type ComponentProps, type ComponentType, type ReactElement } from 'react';
import { lazyComponent } from '../lazy-component';

type TriggerProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trigger: ReactElement<ComponentProps<'button'>>;
};

/**
 * A popover whose code loads when the pointer or the focus reaches its button. If the user clicks before that, the
 * popover opens as soon as the code has loaded.
 */
export function lazyPopover<P extends object>(load: () => Promise<ComponentType<P>>) {
  const Loaded = lazyComponent(load);
  return function LazyPopover(props: P & TriggerProps) {
    const waiting = cloneElement(props.trigger, {
      ...Loaded.preloadProps,
      'aria-haspopup': 'dialog',
      'aria-expanded': false,
      onClick: () => {
        props.onOpenChange(true);
      },
    });
    return <Loaded {...props} waiting={waiting} />;
  };
}

export const LazyPopover = lazyPopover(async () => (await import('./popover')).Popover);
