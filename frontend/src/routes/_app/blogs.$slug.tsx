import { onlineManager } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { shownByPage } from '@/api/query-client';
import { BlogPage } from '@/features/blogs/blog-page';
import { blogQuery, featuredBlogsQuery, knownBlog } from '@/features/blogs/queries';

export const Route = createFileRoute('/_app/blogs/$slug')({
  // Waited for, so that the title has the story's; not when the carousel brought it along, and not without a
  // network, where waiting would have no end. A failure is drawn by the page itself.
  loader: async ({ context: { queryClient }, params: { slug } }) => {
    queryClient.query(featuredBlogsQuery).catch(shownByPage);
    const story = queryClient.query(blogQuery(slug)).catch(shownByPage);
    const known = knownBlog(queryClient, slug);
    if (known === undefined && onlineManager.isOnline()) await story;
    const blog = queryClient.getQueryData(blogQuery(slug).queryKey) ?? known;
    return { title: blog?.title ?? 'Story' };
  },
  head: ({ loaderData }) => ({ meta: [{ title: `${loaderData?.title ?? 'Story'} · Tablehawk` }] }),
  component: Story,
});

function Story() {
  const { slug } = Route.useParams();
  return <BlogPage key={slug} slug={slug} />;
}
