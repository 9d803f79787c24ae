import { lazyComponent } from '@/ui/lazy-component';
import { openOverlay, useOverlay } from './store';
import { useShortcuts } from './use-shortcuts';

const Palette = lazyComponent(async () => (await import('./palette')).Palette);
const ShortcutSheet = lazyComponent(async () => (await import('./shortcut-sheet')).ShortcutSheet);

/** Listens for the shortcuts; what they open loads with the first use. */
export function PaletteHost() {
  useShortcuts();
  const open = useOverlay();
  const close = () => {
    openOverlay(null);
  };
  return (
    <>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'shortcuts' && <ShortcutSheet onClose={close} />}
    </>
  );
}
