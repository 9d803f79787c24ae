import { Eye } from 'lucide-react';
import { useFirstUse } from '@/entities/venue/first-use';
import { Button } from '@/ui/button';
import { REQUEST_FORM } from '../messages';

/**
 * Explains, once in each browser, that Reserve files a request: the form looks like that of an ordinary booking.
 * `onUnderstood` moves the focus, because the button that had it was removed.
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
