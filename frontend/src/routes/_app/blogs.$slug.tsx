import { onlineManager } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { handledByPage } from '@/api/query-client';
import { BlogPage } from '@/features/blogs/blog-page';
import { blogQuery, featuredBlogsQuery, knownBlog } from '@/features/blogs/queries';
import { titled } from '@/lib/page-title';

export const Route = createFileRoute('/_app/blogs/$slug')({
  // Awaited, so that the title has the story's; not if the carousel has loaded it, and not without a network, where
  // the wait would not end. The page shows a failure.
  loader: async ({ context: { queryClient }, params: { slug } }) => {
    queryClient.query(featuredBlogsQuery).catch(handledByPage);
    const story = queryClient.query(blogQuery(slug)).catch(handledByPage);
    const known = knownBlog(queryClient, slug);
    if (known === undefined && onlineManager.isOnline()) await story;
    const blog = queryClient.getQueryData(blogQuery(slug).queryKey) ?? known;
    return { title: blog?.title ?? 'Story' };
  },
  head: ({ loaderData }) => titled(loaderData?.title ?? 'Story')(),
  component: Story,
});

function Story() {
  const { slug } = Route.useParams();
  return <BlogPage key={slug} slug={slug} />;
}
