import { useMatches } from '@tanstack/react-router';

/** Whether the shell stands around the caller: it does inside the signed-in part, once that part itself is there. */
export function useInShell(): boolean {
  return useMatches({
    select: (matches) =>
      matches.some(({ routeId, status }) => routeId === '/_app' && status === 'success'),
  });
}
