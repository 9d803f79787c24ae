/**
 * Every state of every screen, at each width in light and dark: axe reports nothing, nothing is wider than the
 * screen, no toast and (on a phone) no bar covers a control, the console is silent, and days and times have American
 * forms. `@quick` is one state of each screen of the product.
 */
import { expect, test } from '@playwright/test';
import { expectAccessible, expectNothingWider, open, prepare, shoot, THEMES, turn } from './api';
import { expectNothingBehindBars } from '../support/bottom-edge';
import { expectNothingCovered } from '../support/toasts';
import { CELLS } from './matrix';
import { collectSentences, expectLocalForms } from './reader-text';

test('no two states share a name', { tag: '@quick' }, () => {
  const names = CELLS.map(({ state }) => state.name);
  expect(names).toEqual([...new Set(names)]);
});

for (const { route, kind, state, isFirst } of CELLS) {
  const isQuick = isFirst && kind === 'loaded' && route !== '/dev/gallery';
  const tag = isQuick ? ['@quick'] : [];
  test(`${route} ${kind}: ${state.name}`, { tag }, async ({ page }, { project }) => {
    const sentences = collectSentences(page);
    const complaints = await prepare(page, state);
    await open(page, state.path);
    await state.act?.(page);
    await expectNothingCovered(page);
    for (const theme of THEMES) {
      await turn(page, theme);
      await shoot(page, `${state.name}-${project.name}-${theme}`);
      await expectAccessible(page, theme);
    }
    await expectNothingWider(page);
    expect(complaints).toEqual([]);
    // Text does not depend on the width, so it is read at one.
    if (project.name === '1280') await expectLocalForms(page, 'en-US', await sentences());
    // Last, because a link that has the focus loads the code of its page.
    if (project.name === '390') await expectNothingBehindBars(page);
  });
}
