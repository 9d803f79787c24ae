import { createFileRoute, notFound } from '@tanstack/react-router';
import { Suspense } from 'react';
import { LazyGallery } from '@/gallery/lazy-gallery';

/** For development and tests: not found in production. */
export const Route = createFileRoute('/dev/gallery')({
  beforeLoad: () => {
    // The router expects a thrown notFound().
    if (import.meta.env.MODE === 'production') throw notFound();
  },
  component: GalleryRoute,
});

function GalleryRoute() {
  const section = new URLSearchParams(window.location.search).get('section') ?? undefined;
  return (
    <Suspense>
      <LazyGallery only={section} />
    </Suspense>
  );
}
