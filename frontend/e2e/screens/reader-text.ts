/** The text of a page, and whether its days and times have the form of a locale. */
import { expect, type Page } from '@playwright/test';
import { foreignForms, type Locale } from './time-forms';

/**
 * Expect days and times in the form of this locale, except in the server's `sentences`. Removes countdowns from the
 * page.
 */
export async function expectLocalForms(
  page: Page,
  locale: Locale,
  sentences: ReadonlySet<string>,
): Promise<void> {
  const text = withoutAll(await readText(page), sentences);
  expect(foreignForms(text, locale), locale).toEqual([]);
}

/** Return what can be read on the page: its text, labels, hints and the values of fields. */
function readText(page: Page): Promise<string> {
  return page.evaluate(() => {
    // A countdown is a duration, no time of day.
    for (const timer of document.querySelectorAll('[role="timer"]')) timer.remove();
    // Dates of stories have the American form in every locale (specification §2).
    for (const day of document.querySelectorAll('.story-meta time')) day.remove();
    const texts = [document.body.innerText];
    for (const element of document.querySelectorAll(
      '[aria-label], [title], [placeholder], [alt]',
    )) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        texts.push(element.getAttribute(name) ?? '');
      }
    }
    // The browser itself formats the value of a date or time field.
    const fields = 'input:not([type=date], [type=time], [type=hidden]), textarea';
    for (const field of document.querySelectorAll<HTMLInputElement>(fields))
      texts.push(field.value);
    return texts.join('\n');
  });
}

/**
 * Collect the sentences of the API's answers. The server writes them in the user's locale, and users and restaurants
 * as they like; the answers here are always the same. Single values, such as a time, are no sentences.
 */
export function collectSentences(page: Page): () => Promise<Set<string>> {
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/')) answers.push(response.text().catch(() => ''));
  });
  return async () => {
    const found = new Set<string>();
    for (const body of await Promise.all(answers)) {
      if (!body.startsWith('{') && !body.startsWith('[')) continue;
      JSON.parse(body, (_, value: unknown) => {
        if (typeof value === 'string' && /\p{L}\S* \S/u.test(value)) {
          // A long text may be cut after some of its sentences.
          for (const text of [value, ...value.split(/(?<=[.!?]) /)]) found.add(text);
        }
        return value;
      });
    }
    return found;
  };
}

function withoutAll(text: string, sentences: ReadonlySet<string>): string {
  // The longest first: others are parts of them, such as the name of a city.
  const longestFirst = [...sentences].sort((a, b) => b.length - a.length);
  return longestFirst.reduce((left, sentence) => left.replaceAll(sentence, ''), text);
}
