import type { ComponentType } from 'react';
import { lazyComponent } from '@/ui/lazy-component';
import type { SentenceProps } from './palette';
import { openOverlay, useOverlay } from './store';
import { useShortcuts } from './use-shortcuts';

const Palette = lazyComponent(async () => (await import('./palette')).Palette);
const ShortcutSheet = lazyComponent(async () => (await import('./shortcut-sheet')).ShortcutSheet);

/** Listens for the shortcuts; what they open loads with the first use. */
export function PaletteHost({ sentence }: { sentence: ComponentType<SentenceProps> }) {
  useShortcuts();
  const open = useOverlay();
  const close = () => {
    openOverlay(null);
  };
  return (
    <>
      {open === 'palette' && <Palette sentence={sentence} onClose={close} />}
      {open === 'shortcuts' && <ShortcutSheet onClose={close} />}
    </>
  );
}
