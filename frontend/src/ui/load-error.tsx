import { CircleAlert } from 'lucide-react';
import { Button } from './button';

type Props = { title: string; onRetry: () => void; pending?: boolean };

/** A part of the page that could not be loaded, and the way out. */
export function LoadError({ title, onRetry, pending = false }: Props) {
  return (
    <div className="blank blank-failed" role="alert">
      <p>
        <CircleAlert aria-hidden="true" />
        {title}
      </p>
      <Button onClick={onRetry} pending={pending} pendingLabel="Trying…">
        Try Again
      </Button>
    </div>
  );
}
