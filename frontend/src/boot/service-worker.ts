/** Registers the service worker (public/sw.js), and opens the page of a notification that was clicked. */
import type { createAppRouter } from '@/router';

const SCRIPT = '/sw.js';

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
};

/** The address of the worker's script as a trusted URL, which the content security policy demands. */
function trustedScript(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('service-worker', {
    createScriptURL: (url) => {
      if (url !== SCRIPT) throw new TypeError('Only the service worker is trusted.');
      return url;
    },
  });
  return policy?.createScriptURL(SCRIPT) ?? SCRIPT;
}

export async function startServiceWorker({
  router,
}: {
  router: Pick<ReturnType<typeof createAppRouter>, 'navigate'>;
}): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const path = pathIn(data);
    if (path !== null) void router.navigate({ href: path });
  });
  try {
    await navigator.serviceWorker.register(trustedScript());
  } catch {
    // Private windows and some settings forbid service workers. The page works without one; the profile says that
    // this browser cannot get notifications.
  }
}

function pathIn(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('type' in data) || !('path' in data)) {
    return null;
  }
  const { type, path } = data;
  return type === 'open' && typeof path === 'string' && path.startsWith('/') ? path : null;
}
