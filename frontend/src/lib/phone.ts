/** Phone numbers: ten digits in the data, 000-000-0000 on screen. */

export const PHONE_DIGITS = 10;

/** The longest number of any country. A pasted number that is too long stays as it is, so that the form refuses it. */
const MOST_DIGITS = 15;
/** Zeros of the digits that keyboards of other scripts write. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10];
const EXTENSION = /(?:[;,#]|\bext|x)\D*\d{1,7}\D*$/i;

/**
 * Return the national digits of a number as people type or paste it: without the country code, if the number has the
 * chosen one, and without an extension. More than ten digits are cut: they are typed, and a prefix is not.
 */
export function phoneDigits(text: string, countryCode = ''): string {
  return nationalDigits(text, countryCode).slice(0, PHONE_DIGITS);
}

/** As `phoneDigits`, but what does not fit ten digits is kept. */
export function nationalDigits(text: string, countryCode: string): string {
  const plain = asciiDigits(text).replace(/tel:/i, '');
  const withoutExtension = /\d\D*\d/.test(plain) ? plain.replace(EXTENSION, '') : plain;
  const hasPrefix = hasCountryCode(plain);
  const typed = withoutExtension.replace(/\D/g, '');
  const digits = hasPrefix ? typed.replace(/^(?:00|011)(?=[1-9])/, '') : typed;
  const code = countryCode.replace(/\D/g, '');
  const isLong = digits.length > PHONE_DIGITS;
  const national =
    code !== '' && digits.startsWith(code) && (hasPrefix || (isLong && code === '1'))
      ? digits.slice(code.length)
      : digits;
  // A trunk zero, as in +44 (0)20 and 020, is dialed only at home.
  const trunk = national.length > PHONE_DIGITS && national.startsWith('0');
  return (trunk ? national.slice(1) : national).slice(0, MOST_DIGITS);
}

/** Whether the number begins with a country code: +44, 0044, 011 44. */
export function hasCountryCode(text: string): boolean {
  return /^[^\d+]*(?:\+|0\D*0\D*[1-9]|0\D*1\D*1\D*[1-9](?:\D*\d){9})/.test(asciiDigits(text));
}

/** Digits of other scripts as 0 to 9, and no characters that nobody can see. */
function asciiDigits(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/\uff0b/g, '+')
    .replace(/\P{ASCII}/gu, (char) => {
      const zero = ZEROS.find(
        (first) => char.charCodeAt(0) >= first && char.charCodeAt(0) < first + 10,
      );
      return zero === undefined ? char : String(char.charCodeAt(0) - zero);
    });
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
