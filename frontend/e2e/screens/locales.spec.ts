/**
 * Days and times have the form of the reader's locale: every state of every screen, here in en-GB; `matrix.spec.ts`
 * reads each in en-US. `@quick` is one state of each screen of the product. Text does not depend on the width, so it is
 * read at one.
 */
import { expect, test } from '@playwright/test';
import { open, prepare } from './api';
import { CELLS } from './matrix';
import { collectSentences, expectLocalForms } from './reader-text';
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

test.use({ locale: 'en-GB' });

for (const { route, kind, state, isFirst } of CELLS) {
  const isQuick = isFirst && kind === 'loaded' && route !== '/dev/gallery';
  const tag = isQuick ? ['@quick'] : [];
  test(`${route} ${kind}: ${state.name} in en-GB`, { tag }, async ({ page }, { project }) => {
    test.skip(project.name !== '1280', 'The text is the same at every width.');
    const sentences = collectSentences(page);
    await prepare(page, state);
    await open(page, state.path);
    await state.act?.(page);
    await expectLocalForms(page, 'en-GB', await sentences());
  });
}
