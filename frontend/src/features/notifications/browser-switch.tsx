import { useId } from 'react';
import { Switch } from '@/ui/switch';
import { setBrowserNotifications, useBrowserNotifications } from './browser-notifications';
import { NOTIFICATIONS } from './messages';

/**
 * The profile's switch for this browser, beside those for email and phone. Switching it on may request permission.
 */
export function BrowserSwitch() {
  const id = useId();
  const state = useBrowserNotifications();
  // The part about this device says how to allow what the browser blocks.
  if (state === 'unsupported' || state === 'blocked') return null;
  return (
    <div className="switch-row">
      <div>
        <b id={id}>{NOTIFICATIONS.browser}</b>
        <p className="hint" id={`${id}-text`}>
          {NOTIFICATIONS.browserText}
        </p>
      </div>
      <Switch
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
        checked={state === 'on'}
        onCheckedChange={(on) => void setBrowserNotifications(on)}
      />
    </div>
  );
}
