/**
 * Layout shift of every page while its answers arrive one after the other, for each plan and none, with one account
 * missing or both. Users start to read before a page is complete, so its content must not move.
 */
import { expect, type Page, test } from '@playwright/test';
import type { User } from '../../src/api/types';
import { answersWith, newcomer, onPro, subscription } from '../../src/testing/billing';
import { aConcierge } from '../../src/testing/clients';
import { openTableAccount } from '../../src/testing/fixtures';
import { open, prepare } from './api';
import { as } from './states/common';

/** The sum of all shifts without input; Chromium's "good" limit is 0.1. */
const MAX_SHIFT = 0.02;
/** Between two answers: each is rendered before the next one arrives. */
const ANSWER_GAP_MS = 120;
/** The last parts (the stories, the socket's state) are rendered within this time after the last answer. */
const SETTLED_MS = 700;

const SIGNED_IN = [
  '/',
  '/?query=ve',
  '/venues/top-picks/',
  '/restaurant/2',
  '/restaurant/10',
  '/restaurant/999',
  '/connect-accounts',
  '/reservations',
  '/reservations?status=confirmed',
  '/reservations/add-reservation',
  '/reservations/edit-reservation/4127',
  '/profile',
  '/profile?tab=personal',
  '/profile?tab=password',
  '/profile?tab=notifications',
  '/profile?tab=accounts',
  '/blogs/when-tables-come-back',
  '/nowhere',
];
const SIGNED_OUT = [
  '/restaurants',
  '/restaurants?query=ve',
  '/restaurant/7',
  '/restaurant/999',
  '/blogs/when-tables-come-back',
  '/login',
  '/signup',
  '/reset-password?token=abc&uid=7',
  '/confirm-email?token=7.abc',
  '/revert-email?token=3.abc',
  '/cancel-table?token=812.9.abc',
  '/shared-table?token=812.abc',
  '/oauth/authorize?client_id=https%3A%2F%2Fagent.example%2Fclient.json',
  '/terms',
  '/privacy',
];

const USERS: Record<string, { user: Partial<User>; details: ReturnType<typeof subscription> }> = {
  'no plan, no account, nothing confirmed': {
    user: {
      subscription_type: 'none',
      resy_accounts: [],
      ot_accounts: [],
      email_confirmed: false,
      phone_confirmed: false,
    },
    details: newcomer,
  },
  'Standard, OpenTable missing': {
    user: { subscription_type: 'standard' },
    details: subscription(),
  },
  'Pro, Resy missing': {
    user: { subscription_type: 'premium', resy_accounts: [], ot_accounts: [openTableAccount] },
    details: onPro,
  },
  'a concierge': { user: aConcierge(), details: onPro },
};

/** Record the shifts from the first paint on, each with the elements that moved. */
async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    };
    const shifts: string[] = [];
    Object.assign(window, { shifts, shiftSum: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue;
        (window as unknown as { shiftSum: number }).shiftSum += entry.value;
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName}.${node.className}` : node?.nodeName,
        );
        shifts.push(
          `${entry.value.toFixed(4)} at ${entry.startTime.toFixed(0)} ms: ${moved.join(', ')}`,
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Send the answers one by one, in the order of the calls. */
async function spreadAnswers(page: Page): Promise<() => Promise<void>> {
  let last = Promise.resolve();
  await page.route('**/api/**', async (route) => {
    const turn = last.then(() => new Promise<void>((go) => setTimeout(go, ANSWER_GAP_MS)));
    last = turn;
    await turn;
    await route.fallback();
  });
  return async () => {
    let seen;
    do {
      seen = last;
      await seen;
      await page.waitForTimeout(SETTLED_MS);
    } while (seen !== last);
  };
}

async function expectStill(
  page: Page,
  path: string,
  load: (page: Page, path: string) => Promise<void> = open,
): Promise<void> {
  await recordShifts(page);
  const allAnswered = await spreadAnswers(page);
  await load(page, path);
  await allAnswered();
  const { sum, shifts } = await page.evaluate(() => {
    const kept = window as unknown as { shiftSum: number; shifts: string[] };
    return { sum: kept.shiftSum, shifts: kept.shifts };
  });
  expect(sum, shifts.join('\n')).toBeLessThanOrEqual(MAX_SHIFT);
}

for (const [who, { user, details }] of Object.entries(USERS)) {
  for (const path of SIGNED_IN) {
    test(`${path} stays still for ${who}`, async ({ page }) => {
      await prepare(page, {
        overrides: [as(user), answersWith(details)],
        isFirstVisit: true,
      });
      await expectStill(page, path);
    });
  }
}

for (const path of SIGNED_OUT) {
  test(`${path} stays still for a visitor`, async ({ page }) => {
    await prepare(page, { signedIn: false, isFirstVisit: true });
    await expectStill(page, path);
  });
}

test('the landing page stays still', async ({ page }) => {
  await prepare(page, { signedIn: false, isFirstVisit: true });
  // The server shows it at `/`. It has its own code and no `#root`.
  await expectStill(page, '/landing.html', async () => {
    await page.goto('/landing.html');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
  });
});
