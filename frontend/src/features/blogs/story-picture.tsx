import { useState } from 'react';
import { Cover } from '@/entities/venue/cover';
import { cn } from '@/lib/cn';
import type { Blog } from './queries';

type Props = { blog: Blog; className?: string; lazy?: boolean };

/** A story's own picture with its alternative text; without one, or if it fails, a drawing seeded by the story. */
export function StoryPicture({ blog, className, lazy = false }: Props) {
  const [failed, setFailed] = useState(false);
  if (blog.image_url === '' || failed) {
    const drawn = {
      cover_image_url: null,
      cover_art: { seed: blog.id, cuisine: '' },
      neighborhood: blog.category,
    };
    return <Cover venue={drawn} className={cn(className)} lazy={lazy} />;
  }
  return (
    <span className={cn('cover', className)}>
      <img
        src={blog.image_url}
        alt={blog.image_alt}
        width={400}
        height={300}
        decoding="async"
        loading={lazy ? 'lazy' : 'eager'}
        onError={() => {
          setFailed(true);
        }}
      />
    </span>
  );
}
