/** Phone numbers: ten digits in the data, 000-000-0000 on screen. */

export const PHONE_DIGITS = 10;

/** Return the first ten digits. */
export function phoneDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, PHONE_DIGITS);
}

/** Format `9175550142` as `917-555-0142`; a partial number ends without a dash. */
export function formatPhone(digits: string): string {
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
    .filter((part) => part !== '')
    .join('-');
}

/** Format `+19175550142` as `+1 917-555-0142`; any other text, such as an email, stays as it is. */
export function formatFullPhone(text: string): string {
  const [, country, digits] = /^(\+\d{1,3})(\d{10})$/.exec(text) ?? [];
  return country === undefined || digits === undefined ? text : `${country} ${formatPhone(digits)}`;
}

/**
 * Return the caret position in the formatted number with as many digits before it as were typed. Without it, a
 * correction in the middle would move the caret to the end.
 */
export function caretAfter(formatted: string, digitsBefore: number): number {
  if (digitsBefore <= 0) return 0;
  let seen = 0;
  for (let index = 0; index < formatted.length; index += 1) {
    if (/\d/.test(formatted.charAt(index))) seen += 1;
    if (seen === digitsBefore) return index + 1;
  }
  return formatted.length;
}
