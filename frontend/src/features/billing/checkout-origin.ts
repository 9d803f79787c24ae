/** The page from which this tab left for Stripe's checkout: an abandoned checkout returns there. */
const KEY = 'checkout-origin';

export const checkoutOrigin = {
  write: (href: string): void => {
    sessionStorage.setItem(KEY, href);
  },
  /** Read it once. */
  take: (): string | null => {
    const href = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return href;
  },
};
