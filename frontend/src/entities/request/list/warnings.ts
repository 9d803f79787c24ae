/** The list's warning about several tasks at one venue: its first sentence is said louder than the rest. */

export function splitLead(message: string): { lead: string; rest: string } {
  const end = message.search(/[.!?](\s|$)/);
  if (end === -1) return { lead: message, rest: '' };
  return { lead: message.slice(0, end + 1), rest: message.slice(end + 1).trim() };
}

/** `Show both`, `Show all 3`: the one action of the banner. */
export function showLabel(groups: number): string {
  return groups === 2 ? 'Show both' : `Show all ${groups}`;
}
