import { useEffect, useRef } from 'react';
import type { Platform } from '@/api/types';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { ACCOUNTS } from './messages';

type Props = {
  platform: Platform;
  /** The server's sentence, if the code was not the cause. */
  why: string | null;
  onTryAgain: () => void;
};

/** The error state: the same sentence for every error, then the server's if it says more. */
export function WrongCode({ platform, why, onTryAgain }: Props) {
  const tryAgain = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The form that had the focus is gone.
    tryAgain.current?.focus();
  }, []);
  return (
    <div className="grid gap-5">
      <Notice tone="unsuccessful" title={ACCOUNTS.wrongCode}>
        {why !== null && `${why} `}
        {ACCOUNTS.wrongCodeAdvice(platform.name)}
      </Notice>
      <Button ref={tryAgain} variant="ink" block onClick={onTryAgain}>
        {ACCOUNTS.tryAgain}
      </Button>
    </div>
  );
}
