/**
 * Components whose code loads on demand. React's `lazy` keeps a failed load and throws it at the page; here the
 * failure is reported where it happened, and the next click loads again.
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
import { reloadStyleSheets, takeFailedStyleSheets } from '@/lib/loading/failed-style-sheets';
import { UI } from './messages';
import { dismissToast, toast } from './toast';

/** A hanging connection fails by itself only after minutes. */
const LOAD_TIMEOUT_MS = 15_000;

export type LazyCode<T> = { load: () => Promise<T>; loaded?: T };

/** All such code that the loaded modules name. */
export const lazyCodes = new Set<LazyCode<unknown>>();

/** Code that can be loaded again after a failure; concurrent calls share one request. */
export function lazyCode<T>(load: () => Promise<T>, timeout = LOAD_TIMEOUT_MS): LazyCode<T> {
  let pending: Promise<T> | undefined;
  const failedSheets: HTMLLinkElement[] = [];
  const loadAll = async () => {
    try {
      await reloadStyleSheets(failedSheets.splice(0));
      return (code.loaded = await withTimeout(load(), timeout));
    } catch (error) {
      failedSheets.push(...takeFailedStyleSheets());
      throw error;
    } finally {
      pending = undefined;
    }
  };
  const code: LazyCode<T> = { load: () => (pending ??= loadAll()) };
  lazyCodes.add(code);
  return code;
}

async function withTimeout<T>(pending: Promise<T>, timeout: number): Promise<T> {
  let timer: number | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => {
      reject(new Error('The code of a part hangs.'));
    }, timeout);
  });
  try {
    return await Promise.race([pending, timedOut]);
  } finally {
    window.clearTimeout(timer);
  }
}

/** The component after its code has loaded. Loading starts each time `isNeeded` becomes true. */
export function useLazyComponent<P extends object>(
  code: LazyCode<ComponentType<P>>,
  props: P,
  isNeeded: boolean,
  onFailure: () => void,
): ReactElement | undefined {
  const [loaded, setLoaded] = useState(() => (isNeeded ? code.loaded : undefined));
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    if (!isNeeded) return;
    let isUnmounted = false;
    code.load().then(
      (part) => {
        startTransition(() => {
          setLoaded(() => part);
        });
      },
      () => {
        if (!isUnmounted) fail();
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [code, isNeeded]);
  return loaded && createElement(loaded, props);
}

type LazyProps = {
  /** False: not requested yet. */
  open?: boolean;
  /** Shown until the component has loaded. */
  waiting?: ReactNode;
} & ({ onClose: () => void } | { onOpenChange: (open: boolean) => void });

/**
 * A component that opens on a click. If its code does not load, a toast says so and it closes; the next click loads
 * again. It never opens by itself later.
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>) {
  const code = lazyCode(load);
  function LazyComponent({ waiting, ...props }: P & LazyProps) {
    // The remaining props are those of the component: only `waiting` was removed.
    const part = useLazyComponent(code, props as unknown as P, props.open !== false, () => {
      showLoadFailure();
      if ('onClose' in props) props.onClose();
      else props.onOpenChange(false);
    });
    return part ?? waiting;
  }
  /** A failure here is not reported: the click will load again and report. */
  const preload = () => {
    code.load().catch(() => undefined);
  };
  /** For its button: loads the code when a pointer or the focus comes near. */
  const preloadProps = { onPointerEnter: preload, onFocus: preload };
  return Object.assign(LazyComponent, { preload, preloadProps });
}

/** A component that is not essential: it renders nothing until its code has loaded, and if the code does not load. */
export function lazyExtra<P extends object>(load: () => Promise<ComponentType<P>>) {
  const code = lazyCode(load);
  return function LazyExtra(props: P) {
    return useLazyComponent(code, props, true, () => undefined) ?? null;
  };
}

let lastToast = 0;

function showLoadFailure(): void {
  // One toast for several clicks.
  dismissToast(lastToast);
  lastToast = toast({
    title: navigator.onLine ? UI.notLoaded : UI.offline,
    tone: 'unsuccessful',
  });
}
