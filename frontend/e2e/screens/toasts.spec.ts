/** Toasts stand beside a panel or below a sheet, so its buttons can be pressed. */
import { expect, type Page, test } from '@playwright/test';
import { http } from 'msw';
import { refusal } from '../../src/testing/handlers';
import { open, prepare } from './api';

const refusesPause = http.post('/api/reservations/:id/pause/', () =>
  refusal(409, 'busy', 'This request cannot be paused while a table is being booked. Try again.'),
);

/** The buttons of an element that a toast covers. */
function coveredButtons(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((within) => {
    const covers = [...document.querySelectorAll('.toast')].map((toast) =>
      toast.getBoundingClientRect(),
    );
    return [...document.querySelectorAll<HTMLElement>(`${within} button`)]
      .filter((button) => {
        const box = button.getBoundingClientRect();
        return covers.some(
          (toast) =>
            toast.left < box.right &&
            box.left < toast.right &&
            toast.top < box.bottom &&
            box.top < toast.bottom,
        );
      })
      .map((button) => button.innerText || (button.ariaLabel ?? ''));
  }, selector);
}

test('a toast covers no button of an open timeline', async ({ page }) => {
  await prepare(page, { overrides: [refusesPause] });
  await open(page, '/reservations');
  const ticket = page.getByRole('article', { name: 'The Quiet Harbor' }).first();
  await ticket.getByRole('button', { name: 'Timeline' }).click();
  const pause = page.locator('.timeline').getByRole('button', { name: 'Pause' });
  await pause.scrollIntoViewIfNeeded();
  await pause.click();
  await expect(page.locator('.toast')).toBeVisible();
  await pause.scrollIntoViewIfNeeded();
  expect(await coveredButtons(page, '.timeline')).toEqual([]);
});
