import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { STORIES } from '@/testing/blogs';
import { refusal, TOKENS } from '@/testing/handlers';
import { mediaMatches } from '@/testing/media';
import { saveTokens } from '@/api/session';
import { renderApp, renderPart } from '@/testing/render';
import { server } from '@/testing/server';
import { FeaturedBlogs } from './featured-blogs';

/** The section alone: most of its behavior needs no page around it. */
function renderSection() {
  const rootRoute = createRootRoute({ component: FeaturedBlogs });
  saveTokens(TOKENS);
  return renderPart(<RouterProvider router={createRouter({ routeTree: rootRoute })} />);
}

const stories = () => screen.findByRole('region', { name: 'Stories' });
/** The label of the slide that can be reached. */
const shown = (region: HTMLElement) =>
  [...region.querySelectorAll<HTMLElement>('[aria-roledescription="slide"]')]
    .filter((slide) => !slide.hasAttribute('inert'))
    .map((slide) => slide.getAttribute('aria-label'));
const advance = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });

describe('the featured stories', () => {
  it('show below the restaurants, one slide at a time, with long US dates', async () => {
    await renderApp('/');
    const region = await stories();
    expect(shown(region)).toEqual(['1 of 3']);
    const slide = within(within(region).getByRole('group', { name: '1 of 3' }));
    expect(slide.getByText('November 16, 2026')).toBeInTheDocument();
    expect(slide.getByText('2 min read')).toBeInTheDocument();
    expect(slide.getByRole('link', { name: /^When tables come back/ })).toHaveAttribute(
      'href',
      '/blogs/when-tables-come-back',
    );
  });

  it('go back and forth, around the ends, and announce their position', async () => {
    const { user } = renderSection();
    const region = await stories();
    await user.click(within(region).getByRole('button', { name: 'Previous slide' }));
    expect(shown(region)).toEqual(['3 of 3']);
    const place = within(region).getByText(/^3 of 3/);
    expect(place).toHaveAttribute('aria-live', 'polite');
    expect(place).toHaveTextContent('3 of 3: What we never do');
    await user.click(within(region).getByRole('button', { name: 'Next slide' }));
    expect(shown(region)).toEqual(['1 of 3']);
  });

  it('say so when there are none', async () => {
    server.use(http.get('/api/blog/featured/', () => HttpResponse.json([])));
    renderSection();
    expect(await screen.findByText('No featured blogs available.')).toBeInTheDocument();
  });

  it('with a single story have no controls', async () => {
    server.use(http.get('/api/blog/featured/', () => HttpResponse.json(STORIES.slice(0, 1))));
    renderSection();
    expect(within(await stories()).queryByRole('button')).not.toBeInTheDocument();
  });

  it('that cannot be fetched are only logged, and the page stays', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(http.get('/api/blog/featured/', () => refusal(403, 'away', 'Not now.')));
    await renderApp('/');
    await waitFor(() => {
      expect(log).toHaveBeenCalledWith('Failed to fetch featured blogs', expect.any(Error));
    });
    expect(screen.queryByRole('region', { name: 'Stories' })).not.toBeInTheDocument();
    expect(screen.queryByText('Failed to fetch featured blogs')).not.toBeInTheDocument();
    expect(await screen.findAllByRole('article')).not.toHaveLength(0);
  });
});

describe('the autoplay', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('moves on every 3000 ms, one slide at a time, without an announcement', async () => {
    renderSection();
    const region = await stories();
    await advance(2999);
    expect(shown(region)).toEqual(['1 of 3']);
    await advance(1);
    expect(shown(region)).toEqual(['2 of 3']);
    expect(within(region).getByText(/^2 of 3/)).toHaveAttribute('aria-live', 'off');
    await advance(3000);
    expect(shown(region)).toEqual(['3 of 3']);
    await advance(3000);
    expect(shown(region)).toEqual(['1 of 3']);
  });

  it('stops at the pause button and continues at the next click', async () => {
    renderSection();
    const region = await stories();
    fireEvent.click(within(region).getByRole('button', { name: 'Pause the stories' }));
    await advance(9000);
    expect(shown(region)).toEqual(['1 of 3']);
    fireEvent.click(within(region).getByRole('button', { name: 'Play the stories' }));
    await advance(3000);
    expect(shown(region)).toEqual(['2 of 3']);
  });

  it('stops under the pointer', async () => {
    renderSection();
    const region = await stories();
    fireEvent.pointerEnter(region);
    await advance(6000);
    expect(shown(region)).toEqual(['1 of 3']);
    fireEvent.pointerLeave(region);
    await advance(3000);
    expect(shown(region)).toEqual(['2 of 3']);
  });

  it('stops while focus is inside', async () => {
    renderSection();
    const region = await stories();
    act(() => {
      within(region).getByRole('button', { name: 'Next slide' }).focus();
    });
    await advance(6000);
    expect(shown(region)).toEqual(['1 of 3']);
    act(() => {
      (document.activeElement as HTMLElement).blur();
    });
    await advance(3000);
    expect(shown(region)).toEqual(['2 of 3']);
  });

  it('stops in a hidden tab', async () => {
    renderSection();
    const region = await stories();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    fireEvent(document, new Event('visibilitychange'));
    await advance(6000);
    expect(shown(region)).toEqual(['1 of 3']);
    hidden.mockReturnValue(false);
    fireEvent(document, new Event('visibilitychange'));
    await advance(3000);
    expect(shown(region)).toEqual(['2 of 3']);
  });

  it('does not run under reduced motion, and has no pause button', async () => {
    mediaMatches((query) => query.includes('reduced-motion'));
    renderSection();
    const region = await stories();
    await advance(6000);
    expect(shown(region)).toEqual(['1 of 3']);
    expect(within(region).queryByRole('button', { name: /Pause/ })).not.toBeInTheDocument();
  });
});
