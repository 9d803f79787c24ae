import { Eye } from 'lucide-react';
import { useFirstUse } from '@/entities/venue/first-use';
import { Button } from '@/ui/button';
import { REQUEST_FORM } from './messages';

/** What Reserve starts, once in each browser: the form looks like an ordinary booking. */
export function RequestExplained() {
  const [isShown, dismiss] = useFirstUse('request');
  if (!isShown) return null;
  return (
    <div className="banner" data-tone="watching">
      <Eye aria-hidden="true" />
      <p>{REQUEST_FORM.explained}</p>
      <Button size="sm" onClick={dismiss}>
        {REQUEST_FORM.understood}
      </Button>
    </div>
  );
}
