import { useId } from 'react';
import { Switch } from '@/ui/switch';
import { chooseBrowserNotices, useBrowserNotices } from './browser-notifications';
import { NOTICES } from './messages';

/** The profile's switch for this browser, beside those for email and phone. Switching it on may ask the browser. */
export function BrowserRow() {
  const id = useId();
  const state = useBrowserNotices();
  if (state === 'unsupported') return null;
  return (
    <div className="switch-row">
      <div>
        <b id={id}>{NOTICES.browser}</b>
        <p className="hint" id={`${id}-text`}>
          {state === 'blocked' ? NOTICES.browserBlocked : NOTICES.browserText}
        </p>
      </div>
      <Switch
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
        disabled={state === 'blocked'}
        checked={state === 'on'}
        onCheckedChange={(on) => void chooseBrowserNotices(on)}
      />
    </div>
  );
}
