import { createFileRoute, notFound } from '@tanstack/react-router';
import { Suspense } from 'react';
import * as z from 'zod/mini';
import { LazyGallery } from '@/gallery/lazy-gallery';

/** For development and tests: not found in production. */
export const Route = createFileRoute('/dev/gallery')({
  validateSearch: z.object({ section: z.optional(z.string()) }),
  beforeLoad: () => {
    // The router expects a thrown notFound().
    if (import.meta.env.MODE === 'production') throw notFound();
  },
  head: () => ({ meta: [{ title: 'Gallery · Tablehawk' }] }),
  component: GalleryRoute,
});

function GalleryRoute() {
  const { section } = Route.useSearch();
  return (
    <Suspense>
      <LazyGallery only={section} />
    </Suspense>
  );
}
