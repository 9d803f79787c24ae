import { lazy, Suspense } from 'react';
import { openOverlay, useOverlay } from './store';
import { useShortcuts } from './use-shortcuts';

const Palette = lazy(async () => ({ default: (await import('./palette')).Palette }));
const ShortcutSheet = lazy(async () => ({
  default: (await import('./shortcut-sheet')).ShortcutSheet,
}));

/** Hears the shortcuts; what they open is loaded with the first press. */
export function PaletteHost() {
  useShortcuts();
  const open = useOverlay();
  const close = () => {
    openOverlay(null);
  };
  return (
    <Suspense>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'shortcuts' && <ShortcutSheet onClose={close} />}
    </Suspense>
  );
}
