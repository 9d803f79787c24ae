import { useScrollLock } from './scroll-lock';

/** The dark layer behind a dialog or sheet; locks scrolling while it is mounted. */
export function Scrim() {
  useScrollLock();
  return <div className="scrim" />;
}
