import {
  cloneElement,
  lazy,
  Suspense,
  useState,
  type ComponentProps,
  type ReactElement,
} from 'react';
import type { Popover } from '@/ui/popover';

const load = async () => ({ default: (await import('@/ui/popover')).Popover });
const Loaded = lazy(load);

type Props = Omit<ComponentProps<typeof Popover>, 'trigger'> & {
  trigger: ReactElement<ComponentProps<'button'>>;
};

/** A popover whose code comes when somebody is near its button; a press before that opens it on arrival. */
export function LatePopover(props: Props) {
  const [wasOpened, setWasOpened] = useState(props.open);
  if (props.open && !wasOpened) setWasOpened(true);

  const waiting = cloneElement(props.trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onClick: () => {
      props.onOpenChange(true);
    },
  });
  if (!wasOpened) return waiting;
  return (
    <Suspense fallback={waiting}>
      <Loaded {...props} />
    </Suspense>
  );
}
