import { useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { formatInstant } from '@/lib/format';
import { useOffline } from '@/lib/online';

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
        You are offline.{' '}
        {known > 0 && (
          <>
            This is what we knew at <span className="mono">{formatInstant(known)}</span>.{' '}
          </>
        )}
        Your requests keep running on our side.
      </p>
    </div>
  );
}
