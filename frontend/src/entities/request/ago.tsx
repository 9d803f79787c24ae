import { formatAgo } from '@/lib/format';
import { useNow } from '@/lib/relative-time';

/** "14s ago", updated by the shared ticker. Only this text renders again each second. */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  return <time dateTime={at}>{formatAgo(Date.parse(at), now)}</time>;
}
