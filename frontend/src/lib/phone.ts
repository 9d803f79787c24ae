/** Phone numbers as ten digits in the data and 000-000-0000 on screen. */

export const PHONE_DIGITS = 10;

/** Only the digits, cut at ten. */
export function phoneDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, PHONE_DIGITS);
}

/** `9175550142` → `917-555-0142`; what is not yet typed leaves no dash behind. */
export function formatPhone(digits: string): string {
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
    .filter((part) => part !== '')
    .join('-');
}

/** `+19175550142` → `+1 917-555-0142`; whatever is no whole number stays as it is, an email too. */
export function formatFullPhone(text: string): string {
  const [, country, digits] = /^(\+\d{1,3})(\d{10})$/.exec(text) ?? [];
  return country === undefined || digits === undefined ? text : `${country} ${formatPhone(digits)}`;
}

/**
 * Where the caret belongs in the formatted number so that as many digits stand before it as did while
 * typing: without this, a correction in the middle would throw it to the end.
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
