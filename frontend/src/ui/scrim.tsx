import { useScrollLock } from './scroll-lock';

/** The dark behind a dialog or a sheet; while it is there the page stands still. */
export function Scrim() {
  useScrollLock();
  return <div className="scrim" />;
}
