import { type ComponentType, type ReactNode, useState } from 'react';
import { whenOnline } from '@/lib/loading/when-online';
import { lazyCode, type LazyCode, useLazyComponent } from '../lazy-component';
import { LoadError } from '../load-error';
import { UI } from '../messages';

/**
 * A tab, section or table whose code loads separately. If the code does not load, an error with a retry button is
 * shown; loading is also retried when the network returns. `waiting` is shown meanwhile and may depend on the props.
 * If `source` is a `LazyCode` that has loaded before the panel is rendered, the first render contains the component.
 */
export function lazyPanel<P extends object>(
  source: LazyCode<ComponentType<P>> | (() => Promise<ComponentType<P>>),
  waiting: ReactNode | ((props: P) => ReactNode) = null,
) {
  const code = typeof source === 'function' ? lazyCode(source) : source;
  return function LazyPanel(props: P) {
    const [state, setState] = useState<'loading' | 'offline' | 'failed' | 'again'>('loading');
    const [patientCode] = useState(() => ({
      ...code,
      load: () =>
        whenOnline(code.load, () => {
          setState('offline');
        }),
    }));
    const component = useLazyComponent(patientCode, props, state !== 'failed', () => {
      setState('failed');
    });
    if (component !== undefined) return component;
    if (state === 'loading') return typeof waiting === 'function' ? waiting(props) : waiting;
    if (state === 'offline') {
      return (
        <div className="blank" role="status">
          <p>{UI.partOffline}</p>
        </div>
      );
    }
    return (
      <LoadError
        title={UI.partNotLoaded}
        pending={state === 'again'}
        onRetry={() => {
          setState('again');
        }}
      />
    );
  };
}
