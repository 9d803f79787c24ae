/** Prepares the browser that jsdom simulates. Tests of rules run in Node, without it. */
import './without-tasks';
import { vi } from 'vitest';
import { setPlatforms } from '@/entities/platform/platforms';
import { startClock } from './clock';
import { PLATFORMS } from './platforms';

// No test opens a real socket or leaves the page. Mocks are defined here, because test files share modules: a mock in a
// test file would come too late for a module that another file has loaded.
vi.mock('@/realtime/socket', () => import('./fake-socket'));
vi.mock('@/lib/external-url', () => import('./external-url'));
// On a busy machine six seconds may pass before a test looks at a toast.
vi.mock('@/ui/toast', async (load) => ({ ...(await load<object>()), TOAST_MS: 600_000 }));

startClock();
setPlatforms(PLATFORMS);
if (typeof document !== 'undefined') (await import('./browser')).prepareBrowser();
