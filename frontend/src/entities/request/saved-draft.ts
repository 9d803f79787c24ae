/**
 * The text of an unfinished request, kept for its user in session storage: it survives a reload and a visit to the
 * checkout page. Each tab has its own draft.
 */
const key = (userId: number) => `reservation-draft:${userId}`;

export const savedDraft = {
  read: (userId: number): string | null => sessionStorage.getItem(key(userId)),
  write: (userId: number, text: string): void => {
    sessionStorage.setItem(key(userId), text);
  },
  remove: (userId: number): void => {
    sessionStorage.removeItem(key(userId));
  },
};
