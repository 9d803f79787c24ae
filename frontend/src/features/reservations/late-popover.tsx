import { lazy, Suspense, type ComponentProps } from 'react';
import type { Popover } from '@/ui/popover';

const Loaded = lazy(async () => ({ default: (await import('@/ui/popover')).Popover }));

/** A popover whose code comes after the page: for that moment its button stands there without it. */
export function LatePopover(props: ComponentProps<typeof Popover>) {
  return (
    <Suspense fallback={props.trigger}>
      <Loaded {...props} />
    </Suspense>
  );
}
