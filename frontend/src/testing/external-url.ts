/** `@/lib/external-url` in tests: no page leaves. `setup.ts` replaces the module everywhere. */
import { vi } from 'vitest';
import type * as ExternalUrl from '@/lib/external-url';

export const { isHttpUrl, isOwnUrl } =
  await vi.importActual<typeof ExternalUrl>('@/lib/external-url');
export const openExternalUrl = vi.fn<typeof ExternalUrl.openExternalUrl>();
