/** A new secret, which is shown once. */
import { useEffect, useRef } from 'react';
import { Button } from '@/ui/button';
import { CopyField } from '../copy-field';
import type { NewWebhook } from './calls';
import { WEBHOOKS } from './messages';

type Props = { made: NewWebhook; onDone: () => void };

export function Secret({ made, onDone }: Props) {
  const part = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => part.current?.focus(), []);
  return (
    <div ref={part} tabIndex={-1} className="grid gap-5">
      <p>
        {WEBHOOKS.secretText} {made.rotates_until !== null && WEBHOOKS.secretKept}
      </p>
      <CopyField label={WEBHOOKS.secret} value={made.secret} />
      <div className="flex justify-end">
        <Button variant="ink" onClick={onDone}>
          {WEBHOOKS.done}
        </Button>
      </div>
    </div>
  );
}
