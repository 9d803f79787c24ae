import { useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { formatInstant } from '@/lib/format';
import { useOffline } from '@/lib/online';
import { SHELL } from './messages';

/** Says that the browser is offline and how old the shown data is. Never a modal. */
export function OfflineStrip() {
  const offline = useOffline();
  const queryClient = useQueryClient();
  if (!offline) return null;
  const known = Math.max(
    0,
    ...queryClient
      .getQueryCache()
      .getAll()
      .map((query) => query.state.dataUpdatedAt),
  );
  return (
    <div className="offline-strip" role="status">
      <CloudOff aria-hidden="true" />
      <p>
        {SHELL.offlineLead}{' '}
        {known > 0 && (
          <>
            {SHELL.knownAt[0]}
            <span className="mono">{formatInstant(known)}</span>
            {SHELL.knownAt[1]}
          </>
        )}
        {SHELL.offlineRest}
      </p>
    </div>
  );
}
