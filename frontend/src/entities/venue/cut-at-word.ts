/** Return the first `length` characters with dots, never half a word; a shorter text stays as it is. */
export function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length + 1);
  const end = start.search(/\s\S*$/);
  return `${(end > 0 ? start.slice(0, end) : text.slice(0, length)).replace(/[\s,;:.]+$/, '')}…`;
}
