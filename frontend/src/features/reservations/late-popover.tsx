import { cloneElement, lazy, Suspense, type ComponentProps, type ReactElement } from 'react';
import type { Popover } from '@/ui/popover';

const Loaded = lazy(async () => ({ default: (await import('@/ui/popover')).Popover }));

type Props = Omit<ComponentProps<typeof Popover>, 'trigger'> & {
  trigger: ReactElement<{ onClick?: () => void }>;
};

/** A popover whose code comes after the page. A press before that is not lost: it opens on arrival. */
export function LatePopover(props: Props) {
  const waiting = cloneElement(props.trigger, {
    onClick: () => {
      props.onOpenChange(true);
    },
  });
  return (
    <Suspense fallback={waiting}>
      <Loaded {...props} />
    </Suspense>
  );
}
