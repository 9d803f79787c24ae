/** Reads a pasted number with the numbering plans of all countries. Loaded when a number needs it. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** The country code and the national digits of a number, or null for a text that is no number of any country. */
export function readPhone(
  text: string,
  countryCode: string,
): { countryCode: string; digits: string } | null {
  const abroad = text.replace(/\p{Cf}/gu, '').replace(/^\D*?(?:00|011)(?=\D*[1-9])/, '+');
  for (const written of [text, abroad]) {
    const number = parsePhoneNumberFromString(written, {
      defaultCallingCode: countryCode.replace('+', ''),
    });
    if (number?.isValid() === true) {
      return { countryCode: `+${number.countryCallingCode}`, digits: number.nationalNumber };
    }
  }
  return null;
}
