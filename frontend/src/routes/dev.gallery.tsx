import { createFileRoute, notFound } from '@tanstack/react-router';
import { Suspense } from 'react';
import * as v from 'valibot';
import { LazyGallery } from '@/gallery/lazy-gallery';

/** For development and tests: not found in production. */
export const Route = createFileRoute('/dev/gallery')({
  validateSearch: v.object({ section: v.optional(v.string()) }),
  beforeLoad: () => {
    // The router expects a thrown notFound().
    if (import.meta.env.MODE === 'production') throw notFound();
  },
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
