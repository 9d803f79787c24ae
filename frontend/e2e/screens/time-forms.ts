/** Finds days and times in a text that are not in the reader's form. Pure. */

export const LOCALES = ['en-US', 'en-GB'] as const;
export type Locale = (typeof LOCALES)[number];

const SPACE = '[ \\u00a0\\u202f]';
const MONTH =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)';
const CLOCK = '\\b(?:[01]?\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d)?\\b';
const HALF = `${SPACE}?[AP]M\\b`;

/** Forms of the wire, and numeric dates, which Americans and Britons read differently. */
const ANYWHERE = [/\b\d{4}-\d{2}-\d{2}(?!\d)/, /\b\d{1,2}\/\d{1,2}\/\d{2,4}\b/];

const FOREIGN: Record<Locale, readonly RegExp[]> = {
  'en-US': [
    ...ANYWHERE,
    // 19:00; the first time of 6:30 – 8:30 PM has its half in the second.
    new RegExp(`${CLOCK}(?!:\\d|${HALF}|${SPACE}?–${SPACE}?${CLOCK}${HALF})`),
    /\b\d{1,2} ?(?:am|pm|[ap]\.m\.)(?!\w)/,
    new RegExp(`\\b\\d{1,2}${SPACE}${MONTH}\\b`),
  ],
  'en-GB': [
    ...ANYWHERE,
    new RegExp(`\\b\\d{1,2}${SPACE}?(?:[AP]M|am|pm|[ap]\\.m\\.)(?!\\w)`),
    // Nov 20, but not the 19 of 20 Nov 19:00.
    new RegExp(`\\b${MONTH}${SPACE}\\d{1,2}\\b(?!:)`),
  ],
};

/** Return the parts of a text that another locale would write, each with some text around it. */
export function foreignForms(text: string, locale: Locale): string[] {
  return FOREIGN[locale].flatMap((form) =>
    [...text.matchAll(new RegExp(form, 'g'))].map(({ index, 0: found }) =>
      text
        .slice(Math.max(0, index - 30), index + found.length + 20)
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ),
  );
}
