/** Turns the draft into a notify-only request and files it, for a user who has no account or no plan. */
import { useEffect, useEffectEvent, useState } from 'react';
import { NOTIFIES } from './draft';
import type { DraftControl } from './use-draft';

/** `file` is called after the draft has changed. */
export function useNotifyNow(control: DraftControl, file: () => void): () => void {
  const [asked, setAsked] = useState(0);
  const fileNow = useEffectEvent(file);
  useEffect(() => {
    if (asked > 0) fileNow();
  }, [asked]);
  return () => {
    control.change(NOTIFIES);
    setAsked(asked + 1);
  };
}
