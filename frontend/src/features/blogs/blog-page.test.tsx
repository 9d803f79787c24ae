import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';
import { expectFocus } from '@/testing/focus';
import { STORIES } from '@/testing/blogs';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const away = () => refusal(403, 'away', 'Not now.');

describe('a story', () => {
  it('has its own address, with its date, reading time and paragraphs', async () => {
    await renderApp('/blogs/how-a-book-opens');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'How a book opens' }),
    ).toBeInTheDocument();
    expect(screen.getByText('November 9, 2026')).toBeInTheDocument();
    expect(screen.getByText('1 min read')).toBeInTheDocument();
    expect(screen.getByText('Every reservation book has a rule.').tagName).toBe('P');
    expect(document.title).toBe('How a book opens · Tablehawk');
  });

  it('shows markup as text', async () => {
    await renderApp('/blogs/what-we-never-do');
    expect(await screen.findByText('<script>alert("served")</script>')).toBeInTheDocument();
    expect(document.querySelector('script')).toBeNull();
  });

  it('shows its picture with its alternative text, and a drawing when that fails', async () => {
    server.use(
      http.get('/api/blog/how-a-book-opens/', () =>
        HttpResponse.json({
          ...STORIES[1],
          image_url: '/media/book.png',
          image_alt: 'An open book',
        }),
      ),
    );
    await renderApp('/blogs/how-a-book-opens');
    const picture = await screen.findByRole('img', { name: 'An open book' });
    picture.dispatchEvent(new Event('error'));
    await waitFor(() => {
      expect(screen.queryByRole('img', { name: 'An open book' })).not.toBeInTheDocument();
    });
  });

  it('links to the previous and the next one', async () => {
    const { user, router } = await renderApp('/blogs/how-a-book-opens');
    const more = within(await screen.findByRole('navigation', { name: 'More stories' }));
    expect(more.getByRole('link', { name: /^Previous story/ })).toHaveAttribute(
      'href',
      '/blogs/when-tables-come-back',
    );
    await user.click(more.getByRole('link', { name: /^Next story/ }));
    const title = await screen.findByRole('heading', { level: 1, name: 'What we never do' });
    await expectFocus(title);
    expect(router.state.location.pathname).toBe('/blogs/what-we-never-do');
  });

  it('shows even if the others cannot be fetched, which it says', async () => {
    server.use(http.get('/api/blog/featured/', away));
    const { user } = await renderApp('/blogs/how-a-book-opens');
    expect(await screen.findByText('Failed to fetch featured blogs')).toBeInTheDocument();
    server.resetHandlers();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('link', { name: /^Next story/ })).toBeInTheDocument();
  });

  it('that does not exist says so and links to others', async () => {
    await renderApp('/blogs/nothing');
    expect(
      await screen.findByRole('heading', { level: 1, name: "There's no story at this address" }),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See all restaurants' })).toHaveAttribute('href', '/');
  });

  it('that does not load can be tried again', async () => {
    server.use(http.get('/api/blog/how-a-book-opens/', away));
    server.use(http.get('/api/blog/featured/', () => HttpResponse.json([])));
    const { user } = await renderApp('/blogs/how-a-book-opens');
    expect(await screen.findByText('Not now.')).toBeInTheDocument();
    server.resetHandlers();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'How a book opens' })).toBeInTheDocument();
  });

  describe('without a network', () => {
    afterEach(() => {
      onlineManager.setOnline(true);
    });

    it('waits for it and says so', async () => {
      server.use(http.get('/api/blog/featured/', () => HttpResponse.json([])));
      const { router } = await renderApp('/');
      await screen.findByText('No featured blogs available.');
      onlineManager.setOnline(false);
      void router.navigate({ to: '/blogs/$slug', params: { slug: 'how-a-book-opens' } });
      expect(
        await screen.findByText("You're offline. The story will open when you're back online."),
      ).toBeInTheDocument();
      onlineManager.setOnline(true);
      expect(await screen.findByRole('heading', { name: 'How a book opens' })).toBeInTheDocument();
    });
  });
});
