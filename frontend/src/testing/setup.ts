/** Prepares the browser that jsdom simulates. Tests of rules run in Node, without it. */
import { vi } from 'vitest';

// No test opens a real socket.
vi.mock('@/realtime/socket', () => import('./fake-socket'));

if (typeof document !== 'undefined') await import('./browser');
