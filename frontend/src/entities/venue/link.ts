/** Whether a text contains a web address. The server decides which addresses name a restaurant. */
const ADDRESS = /\b(?:https?|resy):\/\/\S|(?:^|\s)(?:www\.)?(?:resy|opentable)\.[a-z.]{2,6}\/\S/i;

export function containsLink(text: string | undefined): text is string {
  return text !== undefined && ADDRESS.test(text);
}
