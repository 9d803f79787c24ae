// First: this style sheet fixes the order of the layers, and later sheets add to them.
import './styles/main.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { dropEarlyAnswers } from '@/api/early-answers';
import { createQueryClient } from '@/api/query-client';
import { firstPageRendered, endFirstPage } from '@/lib/loading/first-page';
import { followTheme } from '@/lib/theme';
import { whenIdle } from '@/lib/loading/when-idle';
import { whenOnline } from '@/lib/loading/when-online';
import { followSession } from '@/boot/follow-session';
import { reloadAfterDeploy } from '@/boot/reload-after-deploy';
import { preloadCode } from '@/boot/preload-code';
import { createAppRouter } from './router';

/**
 * Runs as a task of its own, after the task that evaluates the code: on a phone, input between the two need not wait
 * for both.
 */
function start() {
  followTheme();
  const reload = () => {
    window.location.reload();
  };
  reloadAfterDeploy({ entry: import.meta.url, reload });
  const queryClient = createQueryClient();
  const router = createAppRouter({ queryClient });
  followSession({ router, queryClient, reload });

  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  // As a transition the first page renders in slices, so input and frames in between do not wait for all of it.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    );
  });
  // The placeholders of index.html are hidden by now: the style sheet shows them only while #root is empty.
  const finish = async () => {
    await firstPageRendered;
    document.querySelector('.first-paint')?.remove();
    await whenIdle();
    // From now on the browser requests the fonts that first-paint.js put off.
    delete document.documentElement.dataset.lateFonts;
    endFirstPage();
    dropEarlyAnswers();
    void preloadCode({ router });
    const { startServiceWorker } = await whenOnline(() => import('@/boot/service-worker'));
    await startServiceWorker({ router });
  };
  // The page works without a service worker; the next visit starts one.
  finish().catch(() => undefined);
}

setTimeout(() => {
  if (document.getElementById('platforms') !== null) start();
  else
    void import('@/boot/load-platforms')
      .then(({ loadPlatforms }) => loadPlatforms())
      .catch(() => undefined)
      .finally(start);
});
