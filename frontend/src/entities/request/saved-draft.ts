/**
 * The text of an unfinished request, kept for its user in session storage: it survives a reload and a visit to the
 * checkout page. Each tab has its own draft.
 */
/** The id of a visitor, who has none. */
export const VISITOR_ID = 0;

const key = (userId: number) => `reservation-draft:${userId}`;

export const savedDraft = {
  /** A draft of this user, else the one of the visitor who has signed in in this tab. */
  read: (userId: number): string | null =>
    sessionStorage.getItem(key(userId)) ?? sessionStorage.getItem(key(VISITOR_ID)),
  write: (userId: number, text: string): void => {
    savedDraft.remove(userId);
    sessionStorage.setItem(key(userId), text);
  },
  remove: (userId: number): void => {
    sessionStorage.removeItem(key(userId));
    sessionStorage.removeItem(key(VISITOR_ID));
  },
};
