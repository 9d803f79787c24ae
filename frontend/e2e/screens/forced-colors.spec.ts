/**
 * The newest blocks with forced colors, as in Windows' contrast themes, and at 200 % zoom: axe reports nothing, nothing
 * is wider than the screen, no control is behind a bar, and every control has an edge, an underline or a mark.
 */
import { expect, type Page, test } from '@playwright/test';
import { http, HttpResponse } from 'msw';
import { aBooking, aPage } from '../../src/testing/reservation-fixtures';
import { groupAt } from '../../src/testing/reservations';
import { expectNothingBehindBars } from '../support/bottom-edge';
import { expectAccessible, expectNothingWider, open, prepare, shoot } from './api';
import type { State } from './kinds';
import { stateNamed } from './matrix';

/** 1280 × 860 at 200 % zoom, in CSS pixels. */
const ZOOMED = { width: 640, height: 430 };

const shared = groupAt(
  ['Jangdok'],
  {
    status: 'confirmed',
    watch: null,
    date: '2026-11-29',
    booked: aBooking({ deposit_cents: 4000 }),
    shared: true,
  },
  { group_id: 6002 },
);

const STATES: State[] = [
  ...[
    'form-terms-and-cards',
    'form-sentence',
    'listing-palette-sentence',
    'reservations-release',
    'restaurant',
    'shared-table',
  ].map(stateNamed),
  {
    name: 'share-link',
    path: '/reservations?open=6002',
    overrides: [http.get('/api/reservations/', () => HttpResponse.json(aPage([shared])))],
    act: (page) => expect(page.getByRole('button', { name: /^Stop sharing/ })).toBeVisible(),
  },
];

/** Tickets, panels and notices without an edge of their own. */
function edgeless(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.ticket, .timeline, .banner, .notice')]
      .filter((element) => getComputedStyle(element).outlineStyle === 'none')
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

/** The buttons that look like plain text: without edge, underline or icon. The days of a calendar stand in its grid. */
function plainButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>('button:not(td *)')];
    return buttons
      .filter((button) => button.checkVisibility() && button.getClientRects().length > 0)
      .filter((button) => {
        // A button of a group may have the group's edge.
        const hasEdge = [button, button.parentElement ?? button].some(
          (element) => parseFloat(getComputedStyle(element).borderTopWidth) > 0,
        );
        const parts = [button, ...button.querySelectorAll('*')];
        const isMarked = parts.some(
          (part) =>
            getComputedStyle(part).textDecorationLine.includes('underline') ||
            part.matches('svg, kbd'),
        );
        return !hasEdge && !isMarked;
      })
      .map((button) => button.outerHTML.slice(0, 120));
  });
}

for (const state of STATES) {
  test(`${state.name} with forced colors`, async ({ page }, { project }) => {
    await prepare(page, state);
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await open(page, state.path);
    await state.act?.(page);
    await shoot(page, `forced-${state.name}-${project.name}`, { fullPage: false });
    // The browser forces the colors after the style that axe reads.
    await expectAccessible(page, 'forced colors', { without: ['color-contrast'] });
    expect(await plainButtons(page)).toEqual([]);
    expect(await edgeless(page)).toEqual([]);
  });

  test(`${state.name} at 200 % zoom`, async ({ page }, { project }) => {
    test.skip(project.name !== '1280', 'one size, set by the test itself');
    await page.setViewportSize(ZOOMED);
    await prepare(page, state);
    await open(page, state.path);
    await state.act?.(page);
    await shoot(page, `zoomed-${state.name}`, { fullPage: false });
    await expectAccessible(page, 'zoomed');
    await expectNothingWider(page);
    await expectNothingBehindBars(page);
  });
}
