import { useEffect, useState } from 'react';

/**
 * Whether the browser is about to open another page: the clicked button stays pending until then. Back restores the
 * page as it was, and the button is no longer pending.
 */
export function useLeaving() {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    const onShow = () => {
      setLeaving(false);
    };
    window.addEventListener('pageshow', onShow);
    return () => {
      window.removeEventListener('pageshow', onShow);
    };
  }, []);
  return [leaving, setLeaving] as const;
}
