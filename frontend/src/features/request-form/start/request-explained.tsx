import { Eye } from 'lucide-react';
import { useFirstUse } from '@/entities/venue/first-use';
import { Button } from '@/ui/button';
import { REQUEST_FORM } from '../messages';

/**
 * What Reserve starts, once in each browser: the form looks like an ordinary booking. `onUnderstood` moves the focus on,
 * because the button that had it is gone.
 */
export function RequestExplained({ onUnderstood }: { onUnderstood: () => void }) {
  const [isShown, dismiss] = useFirstUse('request');
  if (!isShown) return null;
  return (
    <div className="banner" data-tone="watching">
      <Eye aria-hidden="true" />
      <p>{REQUEST_FORM.explained}</p>
      <Button
        size="sm"
        onClick={() => {
          dismiss();
          onUnderstood();
        }}
      >
        {REQUEST_FORM.understood}
      </Button>
    </div>
  );
}
