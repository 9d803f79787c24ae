/** The featured stories below the restaurants. A failure is only logged, as the specification says. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Skeleton } from '@/ui/skeleton';
import { Carousel } from './carousel';
import { BLOGS } from './messages';
import { featuredBlogsQuery } from './queries';
import './blogs.css';

export function FeaturedBlogs() {
  const { data: blogs, error } = useQuery(featuredBlogsQuery);
  useEffect(() => {
    if (error !== null) console.error(BLOGS.featuredFailed, error);
  }, [error]);
  if (blogs === undefined) return error === null && <CarouselSkeleton />;
  if (blogs.length > 0) return <Carousel blogs={blogs} />;
  return (
    <section className="stories" aria-labelledby="stories">
      <div className="section-head">
        <h2 id="stories">{BLOGS.title}</h2>
      </div>
      <p className="text-ink-soft">{BLOGS.none}</p>
    </section>
  );
}

/** One placeholder slide of the final size. */
function CarouselSkeleton() {
  return (
    <div className="stories" aria-hidden="true">
      <div className="section-head">
        <Skeleton className="h-7 w-28" />
      </div>
      <div className="slide">
        <Skeleton className="aspect-4-3 w-full rounded-control" />
        <div className="grid content-center gap-3">
          <Skeleton className="h-6 w-three-quarters" />
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-40" />
        </div>
      </div>
    </div>
  );
}
