import { BellRing } from 'lucide-react';
import { Button } from '@/ui/button';
import { setBrowserNotifications, useBrowserNotifications } from './browser-notifications';
import { NOTIFICATIONS } from './messages';

/**
 * The only place that requests permission, until the browser has an answer; afterwards the profile has the switch.
 */
export function BrowserPermission() {
  const state = useBrowserNotifications();
  if (state !== 'ask') return null;
  return (
    <div className="notification-permission">
      <p className="hint">{NOTIFICATIONS.browserText}</p>
      <Button size="sm" onClick={() => void setBrowserNotifications(true)}>
        <BellRing aria-hidden="true" />
        {NOTIFICATIONS.allowBrowser}
      </Button>
    </div>
  );
}
