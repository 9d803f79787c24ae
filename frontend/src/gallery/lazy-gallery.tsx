import { lazyPanel } from '@/ui/overlays/lazy-panel';

/** The mode is a constant of the build, so a production bundle contains no gallery. */
export const LazyGallery =
  import.meta.env.MODE === 'production'
    ? () => null
    : lazyPanel(async () => (await import('./gallery')).Gallery);
