/** Mounts the real app with its routes at an address; a test uses it as a user would. */
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { createQueryClient } from '@/api/query-client';
import { saveTokens } from '@/api/session';
import { followSession } from '@/boot/follow-session';
import { createAppRouter } from '@/router';
import { TOKENS } from './handlers';

/**
 * Radix removes `pointer-events: none` from a new dialog in an effect after its first paint. On a busy machine a test
 * may find a button of the dialog before that and fail; without style sheets the check finds nothing else.
 */
const USER = { delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never };

/** Render the app at `address`, signed in by default. Resolves when the first page is there. */
export async function renderApp(address: string, { signedIn = true } = {}) {
  if (signedIn) saveTokens(TOKENS);
  const app = renderAt(address);
  await app.findByRole('heading', { level: 1 });
  return app;
}

/** The same, without waiting for a page. */
export function renderAt(address: string) {
  const queryClient = testQueryClient();
  const router = createAppRouter({
    queryClient,
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const reload = vi.fn();
  const stop = followSession({ router, queryClient, reload });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  /** Close the page. Otherwise it would follow the session of later tests, and keep its answers in memory. */
  const unmount = () => {
    stop();
    view.unmount();
    queryClient.clear();
  };
  onTestFinished(unmount);
  return { ...view, unmount, router, queryClient, reload, user: userEvent.setup(USER) };
}

/** Render one component without routes, with a query cache. */
export function renderPart(part: ReactNode) {
  const queryClient = testQueryClient();
  return {
    ...render(<QueryClientProvider client={queryClient}>{part}</QueryClientProvider>),
    queryClient,
    user: userEvent.setup(USER),
  };
}

function testQueryClient() {
  const queryClient = createQueryClient();
  // A failing test must not wait for retries.
  queryClient.setDefaultOptions({ queries: { retry: false } });
  return queryClient;
}
