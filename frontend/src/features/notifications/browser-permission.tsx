import { BellRing } from 'lucide-react';
import { Button } from '@/ui/button';
import { chooseBrowserNotices, useBrowserNotices } from './browser-notifications';
import { NOTICES } from './messages';

/** The one place where the browser is asked, and only until it has an answer; afterwards the profile has the switch. */
export function BrowserAsk() {
  const state = useBrowserNotices();
  if (state !== 'ask') return null;
  return (
    <div className="notices-ask">
      <p className="hint">{NOTICES.browserText}</p>
      <Button size="sm" onClick={() => void chooseBrowserNotices(true)}>
        <BellRing aria-hidden="true" />
        {NOTICES.browserAsk}
      </Button>
    </div>
  );
}
