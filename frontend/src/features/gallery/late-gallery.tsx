import { lazy } from 'react';

/** The mode is a constant of the build, so a production bundle has nothing of the gallery. */
export const LateGallery =
  import.meta.env.MODE === 'production'
    ? () => null
    : lazy(async () => ({ default: (await import('./gallery')).Gallery }));
