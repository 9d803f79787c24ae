/**
 * Parts of a page whose code comes when it is needed. Not by React's `lazy`: that keeps a failure for good and throws it
 * at the page. Here a failure is told where it happened, and the next press asks again.
 */
import {
  type ComponentType,
  createElement,
  type ReactElement,
  type ReactNode,
  startTransition,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { renew, takeLostSheets } from '@/lib/loading/failed-style-sheets';
import { dismissToast, toast } from './toast';

/** A connection that hangs fails by itself after minutes; nobody waits so long for a dialog. */
const TIMEOUT_MS = 15_000;

export type LateCode<T> = { load: () => Promise<T>; loaded?: T };

/** All code of this kind that the loaded modules name. */
export const lateCodes = new Set<LateCode<unknown>>();

/** Code that can be asked for again when it did not come; while it is on its way it is asked for once. */
export function lateCode<T>(bring: () => Promise<T>, timeout = TIMEOUT_MS): LateCode<T> {
  let coming: Promise<T> | undefined;
  const lost: HTMLLinkElement[] = [];
  const bringAll = async () => {
    try {
      await renew(lost.splice(0));
      return (code.loaded = await inTime(bring(), timeout));
    } catch (error) {
      lost.push(...takeLostSheets());
      throw error;
    } finally {
      coming = undefined;
    }
  };
  const code: LateCode<T> = { load: () => (coming ??= bringAll()) };
  lateCodes.add(code);
  return code;
}

async function inTime<T>(coming: Promise<T>, timeout: number): Promise<T> {
  let timer: number | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => {
      reject(new Error('The code of a part hangs.'));
    }, timeout);
  });
  try {
    return await Promise.race([coming, tooLate]);
  } finally {
    window.clearTimeout(timer);
  }
}

/** The part once its code is there, which is asked for whenever it begins to be wanted. */
export function useLatePart<P extends object>(
  code: LateCode<ComponentType<P>>,
  props: P,
  isWanted: boolean,
  onFailure: () => void,
): ReactElement | undefined {
  const [loaded, setLoaded] = useState(() => (isWanted ? code.loaded : undefined));
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    if (!isWanted) return;
    let hasLeft = false;
    code.load().then(
      (part) => {
        startTransition(() => {
          setLoaded(() => part);
        });
      },
      () => {
        if (!hasLeft) fail();
      },
    );
    return () => {
      hasLeft = true;
    };
  }, [code, isWanted]);
  return loaded && createElement(loaded, props);
}

type Wanted = {
  /** False: nobody has asked for it yet. */
  open?: boolean;
  /** What stands in its place until it is there. */
  waiting?: ReactNode;
} & ({ onClose: () => void } | { onOpenChange: (open: boolean) => void });

/**
 * What opens on a press. When its code does not come the user is told, and it closes: the next press asks again. It
 * does not open by itself later, when nobody expects it any more.
 */
export function latePart<P extends object>(bring: () => Promise<ComponentType<P>>) {
  const code = lateCode(bring);
  function LatePart({ waiting, ...props }: P & Wanted) {
    // What is left over has all that the part asks for: only `waiting` was taken.
    const part = useLatePart(code, props as unknown as P, props.open !== false, () => {
      tell();
      if ('onClose' in props) props.onClose();
      else props.onOpenChange(false);
    });
    return part ?? waiting;
  }
  /** When it fails, the press will try again and tell. */
  const preload = () => {
    code.load().catch(() => undefined);
  };
  /** For its button: the code comes when somebody is near. */
  const near = { onPointerEnter: preload, onFocus: preload };
  return Object.assign(LatePart, { preload, near });
}

let told = 0;

function tell(): void {
  // Said once for several presses.
  dismissToast(told);
  told = toast({
    title: navigator.onLine
      ? 'This did not load. Press again to try once more.'
      : 'You are offline. Press again when you are back.',
    tone: 'unsuccessful',
  });
}
