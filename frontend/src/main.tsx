// Before everything else: the first style sheet settles the order of the layers, and parts bring sheets of their own.
import './styles/main.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { forgetEarlyAnswers } from '@/api/early-answers';
import { createQueryClient } from '@/api/query-client';
import { firstPageDrawn, firstPageStands } from '@/lib/loading/first-page';
import { followTheme } from '@/lib/theme';
import { whenIdle } from '@/lib/loading/when-idle';
import { followSession } from '@/boot/follow-session';
import { reloadAfterDeploy } from '@/boot/reload-after-deploy';
import { preloadCode } from '@/boot/preload-code';
import { createAppRouter } from './router';

/** A task of its own: to read the code was one, and on a phone a touch in between need not wait for both. */
function start() {
  followTheme();
  reloadAfterDeploy({
    entry: import.meta.url,
    reload: () => {
      window.location.reload();
    },
  });
  const queryClient = createQueryClient();
  const router = createAppRouter({ queryClient });
  followSession({ router, queryClient });

  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  // As a transition the first page is drawn in slices: a press or a frame in between does not wait for all of it.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    );
  });
  // The blocks of index.html are hidden by then: the style sheet shows them only while #root is empty.
  void firstPageDrawn.then(async () => {
    document.querySelector('.first')?.remove();
    await whenIdle();
    firstPageStands();
    forgetEarlyAnswers();
    void preloadCode({ router });
  });
}

setTimeout(start);
