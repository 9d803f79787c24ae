/** Explanations that a browser shows once: at the first Select, and at the first visit of the request form. */
import { useEffect, useState } from 'react';

type Hint = 'select' | 'request';

const keyOf = (hint: Hint) => `explained:${hint}`;

/** Return whether to show the explanation, and how to dismiss it. It stays until the page is left or it is dismissed. */
export function useFirstUse(hint: Hint): readonly [isShown: boolean, dismiss: () => void] {
  const [isShown, setIsShown] = useState(() => localStorage.getItem(keyOf(hint)) === null);
  useEffect(() => {
    localStorage.setItem(keyOf(hint), 'yes');
  }, [hint]);
  return [
    isShown,
    () => {
      setIsShown(false);
    },
  ];
}
