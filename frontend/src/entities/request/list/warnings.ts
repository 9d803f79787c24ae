/** The warning about several requests at one venue: its first sentence is emphasized. */

export function splitLead(message: string): { lead: string; rest: string } {
  const end = message.search(/[.!?](\s|$)/);
  if (end === -1) return { lead: message, rest: '' };
  return { lead: message.slice(0, end + 1), rest: message.slice(end + 1).trim() };
}
