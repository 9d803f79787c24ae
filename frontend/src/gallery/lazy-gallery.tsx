import { latePanel } from '@/ui/lazy-panel';

/** The mode is a constant of the build, so a production bundle has nothing of the gallery. */
export const LateGallery =
  import.meta.env.MODE === 'production'
    ? () => null
    : latePanel(async () => (await import('./gallery')).Gallery);
