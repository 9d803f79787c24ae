/** One story as plain text, with links to its neighbors. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { ApiError, messageOf } from '@/api/errors';
import { isVisitor } from '@/api/session';
import { buttonClass } from '@/ui/button';
import { LoadError } from '@/ui/load-error';
import { PageTitle } from '@/ui/page-title';
import { Skeleton } from '@/ui/skeleton';
import { BLOGS } from './messages';
import { type Blog, blogQuery, featuredBlogsQuery, knownBlog } from './queries';
import { neighbors, paragraphs } from './reading';
import { StoryMeta } from './story-meta';
import { StoryPicture } from './story-picture';
import './blogs.css';

export function BlogPage({ slug }: { slug: string }) {
  const queryClient = useQueryClient();
  const { data, error, refetch, isFetching, fetchStatus } = useQuery({
    ...blogQuery(slug),
    placeholderData: () => knownBlog(queryClient, slug),
  });
  return (
    <main className="page reading" id="main">
      <Back />
      {data !== undefined ? (
        <Story blog={data} />
      ) : error !== null ? (
        <NoStory error={error} onRetry={() => void refetch()} pending={isFetching} />
      ) : (
        <StorySkeleton offline={fetchStatus === 'paused'} />
      )}
      <Neighbors slug={slug} />
    </main>
  );
}

function Back() {
  return (
    <Link to={isVisitor() ? '/restaurants' : '/'} className="link mb-4">
      <ArrowLeft aria-hidden="true" size={15} strokeWidth={2} />
      {BLOGS.back}
    </Link>
  );
}

function Story({ blog }: { blog: Blog }) {
  return (
    <article className="story">
      <p className="tag">{blog.category}</p>
      <PageTitle>{blog.title}</PageTitle>
      <p className="story-lead">{blog.summary}</p>
      <StoryMeta blog={blog} />
      <StoryPicture blog={blog} className="story-cover" />
      <div className="story-text">
        {paragraphs(blog.body).map((text, index) => (
          <p key={index}>{text}</p>
        ))}
      </div>
    </article>
  );
}

function StorySkeleton({ offline }: { offline: boolean }) {
  return (
    <div className="story" aria-busy={!offline}>
      <PageTitle className="sr-only">{BLOGS.story}</PageTitle>
      <p className={offline ? 'text-ink-soft' : 'sr-only'} role="status">
        {offline ? BLOGS.offline : BLOGS.loading}
      </p>
      {!offline && (
        <>
          <Skeleton className="h-6 w-24" />
          <Skeleton className="mt-3 h-10 w-three-quarters" />
          <Skeleton className="mt-3 h-6 w-full" />
          <Skeleton className="story-cover aspect-2-1 rounded-panel" />
          <Skeleton className="h-48 w-full" />
        </>
      )}
    </div>
  );
}

type NoStoryProps = { error: Error; onRetry: () => void; pending: boolean };

function NoStory({ error, onRetry, pending }: NoStoryProps) {
  const isMissing = error instanceof ApiError && [404, 422].includes(error.status);
  if (!isMissing) {
    return (
      <>
        <PageTitle>{BLOGS.storyFailed}</PageTitle>
        <LoadError title={messageOf(error)} onRetry={onRetry} pending={pending} />
      </>
    );
  }
  return (
    <>
      <PageTitle>{BLOGS.notFound}</PageTitle>
      <div className="blank">
        <p>{BLOGS.notFoundText}</p>
        <Link to={isVisitor() ? '/restaurants' : '/'} className={buttonClass()}>
          {BLOGS.seeAll}
        </Link>
      </div>
    </>
  );
}

function Neighbors({ slug }: { slug: string }) {
  const { data: stories, isError, refetch, isFetching } = useQuery(featuredBlogsQuery);
  if (isError) {
    return (
      <LoadError title={BLOGS.featuredFailed} onRetry={() => void refetch()} pending={isFetching} />
    );
  }
  const { previous, next } = neighbors(stories ?? [], slug);
  if (previous === null && next === null) return null;
  return (
    <nav className="story-more" aria-label={BLOGS.more}>
      {previous !== null && (
        <Link to="/blogs/$slug" params={{ slug: previous.slug }} rel="prev">
          <small>
            <ArrowLeft aria-hidden="true" />
            {BLOGS.previous}
          </small>
          <b>{previous.title}</b>
        </Link>
      )}
      {next !== null && (
        <Link to="/blogs/$slug" params={{ slug: next.slug }} rel="next" className="story-next">
          <small>
            {BLOGS.next}
            <ArrowRight aria-hidden="true" />
          </small>
          <b>{next.title}</b>
        </Link>
      )}
    </nav>
  );
}
