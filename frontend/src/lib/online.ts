/** Whether the browser has a network, told late: a gap of two seconds is not worth a word. */
import { useEffect, useState, useSyncExternalStore } from 'react';

const SHOW_AFTER_MS = 2000;

/** True once the browser has been offline for two seconds; false again at once when it is back. */
export function useOffline(): boolean {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (online) return;
    const timer = setTimeout(() => {
      setLate(true);
    }, SHOW_AFTER_MS);
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
