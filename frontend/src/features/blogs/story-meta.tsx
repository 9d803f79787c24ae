import { formatStoryDay } from '@/lib/format';
import { BLOGS } from './messages';
import type { Blog } from './queries';
import { readingMinutes } from './reading';

/** The day of publication in the long US form, and the reading time. */
export function StoryMeta({ blog }: { blog: Blog }) {
  return (
    <p className="story-meta">
      <time dateTime={blog.published_at}>{formatStoryDay(blog.published_at)}</time>
      <span>{BLOGS.minutes(readingMinutes(blog))}</span>
    </p>
  );
}
