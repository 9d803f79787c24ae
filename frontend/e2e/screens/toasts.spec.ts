/** A toast never covers a control, at both widths and however the page is scrolled. */
import { expect, test } from '@playwright/test';
import { http, HttpResponse } from 'msw';
import { statedOdds } from '../../src/testing/fixtures';
import { refusal } from '../../src/testing/handlers';
import { expectToastBeside } from '../support/toasts';
import { open, prepare, shoot } from './api';
import { stateNamed } from './matrix';

const refusesPause = http.post('/api/reservations/:id/pause/', () =>
  refusal(409, 'busy', 'This request cannot be paused while a table is being booked. Try again.'),
);

for (const [kind, names] of [
  ['toaster', ['listing', 'reservations', 'form-filled', 'connect']],
  ['plain text', ['connect']],
] as const) {
  for (const name of names) {
    test(`a toast covers no control: ${name}, ${kind}`, async ({ page }, { project }) => {
      const state = stateNamed(name);
      await prepare(page, state);
      await open(page, state.path);
      await state.act?.(page);
      // Every page of the shell can fail to load the shortcuts, and says so in a toast.
      await page.route(kind === 'toaster' ? /shortcut-sheet.*\.js/ : /assets.*\.js/, (route) =>
        route.abort(),
      );
      await page.evaluate(() => {
        (document.activeElement as HTMLElement | null)?.blur();
      });
      for (const part of [0, 0.4, 1]) {
        await page.evaluate((share) => {
          const top = share * document.documentElement.scrollHeight;
          window.scrollTo({ top, behavior: 'instant' });
        }, part);
        await page.keyboard.press('?');
        await expectToastBeside(page);
        await shoot(page, `toast-${name}-${kind}-${project.name}-${part}`, { fullPage: false });
      }
    });
  }
}

const REFUSAL = "We couldn't file this request. Try again.";
for (const [name, button] of [
  ['form-sentence', 'Reserve'],
  ['restaurant', 'Watch this table'],
] as const) {
  test(`a refusal stands once: ${name}`, async ({ page }, { project }) => {
    const { path, act } = stateNamed(name);
    await prepare(page, {
      overrides: [
        http.post('/api/reservations/', () => refusal(409, 'busy', REFUSAL)),
        http.post('/api/reservations/odds/', () => HttpResponse.json({ odds: statedOdds })),
      ],
    });
    await open(page, path);
    await act?.(page);
    const visible = page
      .getByRole('button', { name: button, exact: true })
      .filter({ visible: true });
    await visible.first().click();
    const sentence = page.locator('.field-error').filter({ hasText: REFUSAL, visible: true });
    await expect(sentence).toBeVisible();
    await expect(page.locator('#root > [aria-live]').filter({ hasText: REFUSAL })).toHaveCount(1);
    await expect(page.locator('.toast')).toHaveCount(0);
    await shoot(page, `refused-${name}-${project.name}`, { fullPage: false });
  });
}

test('a toast covers no control of an open timeline', async ({ page }, { project }) => {
  await prepare(page, { overrides: [refusesPause] });
  await open(page, '/reservations');
  const ticket = page.getByRole('article', { name: 'The Quiet Harbor' }).first();
  await ticket.getByRole('button', { name: 'Timeline' }).click();
  const pause = page.locator('.timeline').getByRole('button', { name: 'Pause' });
  await pause.scrollIntoViewIfNeeded();
  await pause.click();
  await expect(page.locator('.toast')).toBeVisible();
  await pause.scrollIntoViewIfNeeded();
  await expectToastBeside(page);
  await shoot(page, `toast-timeline-${project.name}`, { fullPage: false });
});
