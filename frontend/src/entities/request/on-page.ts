/** Selects a request's ticket, or its row of the table, on the page. */
export function requestOnPage(groupId: number): string {
  return `[data-group-id="${groupId}"]`;
}
