/**
 * The key screens and every section of the gallery, compared pixel by pixel with the pictures beside this file.
 * Clock, zone, locale, fonts and motion are fixed, so a difference is a change of the look. `npm run screens:renew`
 * takes them again, in a change of their own.
 */
import { expect, test } from '@playwright/test';
import { FULL_CHROMIUM } from '../support/browsers';
import { open, prepare, showImages, THEMES, turn } from './api';
import { record, refuseOther } from './chromium';
import { stateNamed } from './matrix';
import { SECTIONS } from '../../src/gallery/sections';

test.use({ launchOptions: FULL_CHROMIUM });

const PICTURED = [
  'login',
  'signup',
  'connect',
  'listing',
  'listing-selected',
  'restaurant',
  'reservations',
  'reservations-panel',
  'reservations-empty',
  'form-filled',
  'client-picked',
  'profile',
];

test.beforeAll(({ browser }, { config }) => {
  const isRenewed = config.updateSnapshots === 'all' || config.updateSnapshots === 'changed';
  if (isRenewed) record(browser.version());
  else refuseOther(browser.version());
});

for (const name of PICTURED) {
  test(`${name} looks as before`, async ({ page }, { project }) => {
    const state = stateNamed(name);
    await prepare(page, state);
    await open(page, state.path);
    await state.act?.(page);
    await showImages(page);
    for (const theme of THEMES) {
      await turn(page, theme);
      await expect.soft(page).toHaveScreenshot(`${name}-${project.name}-${theme}.png`);
    }
  });
}

for (const { id } of SECTIONS) {
  test(`the gallery’s ${id} look as before`, async ({ page }, { project }) => {
    await prepare(page);
    await open(page, `/dev/gallery?section=${id}`);
    await showImages(page);
    for (const theme of THEMES) {
      await turn(page, theme);
      await expect
        .soft(page.locator(`#${id}`))
        .toHaveScreenshot(`gallery-${id}-${project.name}-${theme}.png`);
    }
  });
}
