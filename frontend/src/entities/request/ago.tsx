import { formatAgo, useNow } from '@/lib/relative-time';

/** "14 s ago", renewed by the one shared ticker. Only this text is drawn again each second. */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  return <time dateTime={at}>{formatAgo(Date.parse(at), now)}</time>;
}
