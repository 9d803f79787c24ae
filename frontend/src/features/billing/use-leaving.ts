import { useEffect, useState } from 'react';

/**
 * Whether the page is on its way elsewhere: what was pressed stays pending until the browser has left. Back
 * brings the page as it stood, and then it waits for nothing any more.
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
