import { createFileRoute, notFound } from '@tanstack/react-router';
import { Suspense } from 'react';
import * as z from 'zod/mini';
import { LateGallery } from '@/gallery/lazy-gallery';

/** For development and tests: in production the address leads nowhere. */
export const Route = createFileRoute('/dev/gallery')({
  validateSearch: z.object({ section: z.optional(z.string()) }),
  beforeLoad: () => {
    // The router steers by what is thrown here.
    if (import.meta.env.MODE === 'production') throw notFound();
  },
  head: () => ({ meta: [{ title: 'Gallery · Tablehawk' }] }),
  component: GalleryRoute,
});

function GalleryRoute() {
  const { section } = Route.useSearch();
  return (
    <Suspense>
      <LateGallery only={section} />
    </Suspense>
  );
}
