/** Enters a text into a field as one paste: with a key press for each character, React renders the page as often. */
import type { UserEvent } from '@testing-library/user-event';

/** Add `text` at the end of the field. Where keys themselves are tested, use `user.type`. */
export async function enter(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
