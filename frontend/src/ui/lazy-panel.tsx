import { type ComponentType, type ReactNode, useState } from 'react';
import { whenOnline } from '@/lib/loading/when-online';
import { lateCode, useLatePart } from './lazy-component';
import { LoadError } from './load-error';

/**
 * A tab, a section or a table whose code comes on its own. When it does not, its place says so: it comes by itself when
 * there is a network again, and with one it can be tried again.
 */
export function latePanel<P extends object>(
  bring: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
) {
  const code = lateCode(bring);
  return function LatePanel(props: P) {
    const [state, setState] = useState<'loading' | 'offline' | 'failed' | 'again'>('loading');
    const [waitingCode] = useState(() => ({
      ...code,
      load: () =>
        whenOnline(code.load, () => {
          setState('offline');
        }),
    }));
    const part = useLatePart(waitingCode, props, state !== 'failed', () => {
      setState('failed');
    });
    if (part !== undefined) return part;
    if (state === 'loading') return waiting;
    if (state === 'offline') {
      return (
        <div className="blank" role="status">
          <p>You are offline. This part comes when you are back.</p>
        </div>
      );
    }
    return (
      <LoadError
        title="This part did not load."
        pending={state === 'again'}
        onRetry={() => {
          setState('again');
        }}
      />
    );
  };
}
