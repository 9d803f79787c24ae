import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toApiError } from '@/api/errors';
import { markCodeLoadError } from '@/lib/loading/code-load-error';
import { saveTokens } from '@/api/session';
import { TOKENS } from '@/testing/handlers';
import { renderApp, renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { RouteError } from './route-error';

const MISSING = "There's nothing at this address";

describe('an address that does not exist', () => {
  it('has links for a signed-in user', async () => {
    await renderApp('/nowhere');
    expect(screen.getByRole('heading', { level: 1, name: MISSING })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See all restaurants' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'Your reservations' })).toHaveAttribute(
      'href',
      '/reservations',
    );
  });

  it('links to the login for visitors', async () => {
    await renderApp('/nowhere', { signedIn: false });
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  });

  it('is shown inside the shell if there is one', async () => {
    await renderApp('/reservations/edit-reservation/x');
    expect(screen.getByRole('heading', { level: 1, name: MISSING })).toBeInTheDocument();
    expect(screen.getAllByRole('banner')).toHaveLength(1);
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument();
  });
});

describe('a page that fails', () => {
  /** A page that throws while it renders. */
  async function renderFailing(error: Error, title = "This page didn't load") {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let broken = true;
    const rootRoute = createRootRoute({
      component: () => {
        if (broken) throw error;
        return <h1>Back again</h1>;
      },
      errorComponent: RouteError,
    });
    render(<RouterProvider router={createRouter({ routeTree: rootRoute })} />);
    await screen.findByRole('heading', { level: 1, name: title });
    return () => {
      broken = false;
    };
  }

  it('shows the server’s message and the id of the request in its log', async () => {
    const response = new Response(null, { status: 503, headers: { 'X-Request-ID': '0197-abc' } });
    await renderFailing(toApiError(response, { message: 'Not now.', code: 'busy' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Not now.');
    expect(screen.getByText('0197-abc')).toBeInTheDocument();
  });

  it('does not show internal errors, and can be tried again', async () => {
    const mend = await renderFailing(new TypeError('x is undefined'));
    expect(screen.getByRole('alert')).toHaveTextContent(/^Something broke on our side\./);
    expect(screen.queryByText(/undefined/)).not.toBeInTheDocument();
    mend();
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Back again' })).toBeInTheDocument();
  });

  it('without a network says only that, and opens by itself when the network is back', async () => {
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const mend = await renderFailing(new TypeError('Failed to fetch'), "You're offline");
    expect(screen.getByRole('alert')).toHaveTextContent(/^This page will load/);
    expect(screen.queryByText(/The fault is ours/)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
    mend();
    isOnline.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByRole('heading', { name: 'Back again' })).toBeInTheDocument();
  });

  it('whose code did not load blames the connection', async () => {
    const error = new TypeError('Failed to fetch dynamically imported module: /assets/page.js');
    markCodeLoadError(error);
    await renderFailing(error);
    expect(screen.getByRole('alert')).toHaveTextContent(/^We can't reach Tablehawk\./);
  });

  it('loads a failed style sheet again before it shows', async () => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.dataset.of = 'page';
    const last = () => document.querySelector('[data-of=page]');
    document.head.append(link);
    const mend = await renderFailing(new Error('Unable to preload CSS for /assets/page.css'));
    mend();
    const press = () => {
      fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    };
    link.dispatchEvent(new Event('error'));
    press();
    const second = last();
    expect(second).not.toBe(link);
    await act(async () => {
      second?.dispatchEvent(new Event('error'));
      await Promise.resolve();
    });
    expect(screen.getByRole('heading', { name: "This page didn't load" })).toBeInTheDocument();
    press();
    expect(last()).not.toBe(second);
    expect(screen.queryByRole('heading', { name: 'Back again' })).not.toBeInTheDocument();
    last()?.dispatchEvent(new Event('load'));
    expect(await screen.findByRole('heading', { name: 'Back again' })).toBeInTheDocument();
  });
});

describe('a server that is slow', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is explained after a while', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.use(http.get('/api/users/me/', () => new Promise<never>(() => undefined)));
    saveTokens(TOKENS);
    renderAt('/connect-accounts');
    expect(await screen.findByText('Loading')).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(4000));
    expect(screen.getByRole('status')).toHaveTextContent(/^This is taking longer than usual\./);
  });
});
