/** Further states of a concierge's table; `requests.ts` has the plain ones. */
import { expect, type Page } from '@playwright/test';
import { aConcierge } from '../../../src/testing/clients';
import { aRequestTable, tableHandlers } from '../../../src/testing/concierge-table';
import { aReleaseRail } from '../../../src/testing/releases';
import { NOW } from '../api';
import type { State } from '../kinds';
import { as, opensDialog, shown } from './common';

const TABLE = '/reservations';

const releases = aReleaseRail(NOW.getTime()).map((group) => ({
  ...group,
  book_on_behalf: 'Tomasz Król',
  account_name: 'table-resy-1',
}));
const rows = [...aRequestTable(14), ...releases];
const table = () => [as(aConcierge()), ...tableHandlers(rows)];

const isThere = (page: Page) => expect(page.getByRole('grid', { name: 'Requests' })).toBeVisible();

export const CONCIERGE_TABLE: Record<'empty' | 'loaded' | 'dialog', readonly State[]> = {
  empty: [
    {
      name: 'table-nothing-matches',
      path: `${TABLE}?q=nowhere`,
      overrides: table,
      act: shown('Nothing matches these filters.'),
    },
  ],
  loaded: [
    {
      name: 'table-filtered',
      path: `${TABLE}?status=active&client=Priya%20Raghunathan&sort=-date`,
      overrides: table,
      act: isThere,
    },
    {
      name: 'table-500',
      path: TABLE,
      overrides: () => [as(aConcierge()), ...tableHandlers(aRequestTable(500))],
      act: async (page) => {
        await isThere(page);
        await page.mouse.wheel(0, 9000);
        const last = page.locator('[role="row"][aria-rowindex]').last();
        await expect
          .poll(async () => Number(await last.getAttribute('aria-rowindex')))
          .toBeGreaterThan(60);
      },
    },
    {
      name: 'table-panel',
      path: `${TABLE}?open=99998`,
      overrides: table,
      act: async (page) => {
        await expect(page.getByRole('dialog')).toBeVisible();
        await shown('Nothing has happened yet.')(page);
      },
    },
  ],
  dialog: [
    {
      name: 'table-clients',
      path: TABLE,
      overrides: table,
      act: async (page) => {
        await page.getByRole('button', { name: 'Client', exact: true }).click();
        await expect(page.getByRole('option', { name: 'All clients' })).toBeVisible();
      },
    },
    {
      name: 'table-report',
      path: TABLE,
      overrides: () => [
        as(aConcierge()),
        ...tableHandlers(rows, ({ status }) =>
          status === 'active'
            ? null
            : { code: 'over', message: "This request is over and can't be unpaused." },
        ),
      ],
      act: async (page) => {
        await isThere(page);
        await page.getByRole('checkbox', { name: 'Select all' }).click();
        await opensDialog('Unpause')(page);
      },
    },
  ],
};
