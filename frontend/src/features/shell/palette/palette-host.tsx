import { latePart } from '@/ui/lazy-component';
import { openOverlay, useOverlay } from './store';
import { useShortcuts } from './use-shortcuts';

const Palette = latePart(async () => (await import('./palette')).Palette);
const ShortcutSheet = latePart(async () => (await import('./shortcut-sheet')).ShortcutSheet);

/** Hears the shortcuts; what they open is loaded with the first press. */
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
