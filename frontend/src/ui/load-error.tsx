import { CircleAlert } from 'lucide-react';
import { Button } from './button';
import { UI } from './messages';

type Props = { title: string; onRetry: () => void; pending?: boolean };

/** A part of the page that did not load, with a button to retry. */
export function LoadError({ title, onRetry, pending = false }: Props) {
  return (
    <div className="blank blank-failed" role="alert">
      <p>
        <CircleAlert aria-hidden="true" />
        {title}
      </p>
      <Button onClick={onRetry} pending={pending} pendingLabel={UI.trying}>
        {UI.tryAgain}
      </Button>
    </div>
  );
}
