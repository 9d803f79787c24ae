import { useMatches } from '@tanstack/react-router';

/** Whether the caller is inside the shell: true in the signed-in part after its layout has loaded. */
export function useInShell(): boolean {
  return useMatches({
    select: (matches) =>
      matches.some(({ routeId, status }) => routeId === '/_app' && status === 'success'),
  });
}
