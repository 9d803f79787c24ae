/** The mocked API's stories: long and short, with a missing picture, and with markup that must stay text. */
import { http, HttpResponse } from 'msw';
import type { Blog } from '../features/blogs/queries';

function story(fields: Partial<Blog> & Pick<Blog, 'id' | 'slug' | 'title'>): Blog {
  return {
    summary: 'So many days ahead, at one minute of the day, in the restaurant’s own time zone.',
    body: 'Every reservation book has a rule.\n\nThe days are usually 7, 14, 21, 28 or 30.',
    category: 'Explainers',
    image_url: '',
    image_alt: '',
    created_at: '2026-11-09T14:00:00.000Z',
    published_at: '2026-11-09T14:00:00.000Z',
    ...fields,
  };
}

export const STORIES: readonly Blog[] = [
  story({
    id: 3,
    slug: 'when-tables-come-back',
    title: 'When tables come back, and why the afternoon before is the hour to look',
    summary:
      'Most are given back on the day itself or on the day before, within an hour or two of the last free cancellation.',
    body: `Plans change late.\n\n${'What opens at once also comes back one by one, in the two weeks that follow. '.repeat(30).trim()}\n\nA cancel request is made for exactly that.`,
    category: 'Observations',
    published_at: '2026-11-16T14:00:00.000Z',
  }),
  story({ id: 2, slug: 'how-a-book-opens', title: 'How a book opens' }),
  story({
    id: 1,
    slug: 'what-we-never-do',
    title: 'What we never do',
    summary: 'We do not sell tables.',
    body: '<script>alert("served")</script>\n\nWe do not sell, list or transfer reservations.',
    category: 'House rules',
    published_at: '2026-11-02T14:00:00.000Z',
  }),
];

export const blogHandlers = [
  http.get('/api/blog/featured/', () => HttpResponse.json(STORIES)),
  http.get('/api/blog/:slug/', ({ params }) => {
    const found = STORIES.find(({ slug }) => slug === params.slug);
    return found === undefined
      ? HttpResponse.json(
          { message: "We couldn't find that story.", code: 'not_found' },
          { status: 404 },
        )
      : HttpResponse.json(found);
  }),
];
