/** Whether the browser has a network. A gap below two seconds is not reported. */
import { useEffect, useState, useSyncExternalStore } from 'react';

const OFFLINE_AFTER_MS = 2000;

/** True after the browser has been offline for two seconds; false at once when it is online. */
export function useOffline(): boolean {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (online) return;
    const timer = setTimeout(() => {
      setLate(true);
    }, OFFLINE_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [online]);
  return !online && late;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
