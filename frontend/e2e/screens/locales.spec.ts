/**
 * Days and times have the form of the reader's locale: every state of every screen, in en-US and en-GB. `@quick` is
 * one state of each screen of the product. Text does not depend on the width, so it is read at one.
 */
import { expect, type Page, test } from '@playwright/test';
import { open, prepare } from './api';
import { CELLS } from './matrix';
import { foreignForms, LOCALES, type Locale } from './time-forms';

const FORMS: [text: string, found: Record<Locale, boolean>][] = [
  ['Fri, Nov 20, 7:00 PM', { 'en-US': false, 'en-GB': true }],
  ['Fri 20 Nov, 19:00', { 'en-US': true, 'en-GB': false }],
  ['6:30 – 8:30 PM in New York', { 'en-US': false, 'en-GB': true }],
  ['11:30 AM – 1:00 PM', { 'en-US': false, 'en-GB': true }],
  ['18:30–20:30', { 'en-US': true, 'en-GB': false }],
  ['7:04:12 PM', { 'en-US': false, 'en-GB': true }],
  ['19:04:12', { 'en-US': true, 'en-GB': false }],
  ['opens at 10am', { 'en-US': true, 'en-GB': true }],
  ['20 Nov 19:00', { 'en-US': true, 'en-GB': false }],
  ['November 20, 2026', { 'en-US': false, 'en-GB': true }],
  ['20 November 2026', { 'en-US': true, 'en-GB': false }],
  ['2026-11-20', { 'en-US': true, 'en-GB': true }],
  ['20/11/2026', { 'en-US': true, 'en-GB': true }],
  ['November 2026, for 4 at 12 Marlow Street', { 'en-US': false, 'en-GB': false }],
];

for (const [text, found] of FORMS) {
  test(`forms of “${text}”`, { tag: '@quick' }, () => {
    for (const locale of LOCALES) {
      expect(foreignForms(text, locale).length > 0, locale).toBe(found[locale]);
    }
  });
}

for (const locale of LOCALES) {
  test.describe(locale, () => {
    test.use({ locale });
    for (const { route, kind, state, isFirst } of CELLS) {
      const isQuick = isFirst && kind === 'loaded' && route !== '/dev/gallery';
      const tag = isQuick ? ['@quick'] : [];
      test(
        `${route} ${kind}: ${state.name} in ${locale}`,
        { tag },
        async ({ page }, { project }) => {
          test.skip(project.name !== '1280', 'The text is the same at every width.');
          const sentences = answeredSentences(page);
          await prepare(page, state);
          await open(page, state.path);
          await state.act?.(page);
          const text = withoutAll(await readText(page), await sentences());
          expect(foreignForms(text, locale)).toEqual([]);
        },
      );
    }
  });
}

/** Return what can be read on the page: its text, labels, hints and the values of fields. */
function readText(page: Page): Promise<string> {
  return page.evaluate(() => {
    // A countdown is a duration, no time of day.
    for (const timer of document.querySelectorAll('[role="timer"]')) timer.remove();
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
function answeredSentences(page: Page): () => Promise<Set<string>> {
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
