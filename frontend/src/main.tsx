// Before everything else: the first style sheet settles the order of the layers, and parts bring sheets of their own.
import './styles/main.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '@/api/query-client';
import { followTheme } from '@/lib/theme';
import { followSession } from './follow-session';
import { reloadAfterDeploy } from './reload-after-deploy';
import { createAppRouter } from './router';

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
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
