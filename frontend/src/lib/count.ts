/**
 * Format `12,345` without `Intl`, whose first use costs 40 ms of a laptop's processor and four times that of a
 * phone's.
 */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
