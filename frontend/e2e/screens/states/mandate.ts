import { http, HttpResponse } from 'msw';
import { refusal } from '../../../src/testing/handlers';
import { aChallenge, aMandate, PASSKEYS } from '../../../src/testing/profile';
import type { Screen } from '../kinds';
import { atLocalhost, shown } from './common';

const PATH = '/mandates/12';
const API = '/api/mandates/:id/';
const is = (changes: Parameters<typeof aMandate>[0]) => [
  http.get(API, () => HttpResponse.json(aMandate(changes))),
];

const hasPasskeys = [
  http.get('/api/passkeys/', () => HttpResponse.json(PASSKEYS)),
  http.get('/api/mandates/:id/challenge/', () =>
    HttpResponse.json(aChallenge({ credential_ids: ['CQ'] })),
  ),
];

export const MANDATE: Screen = {
  empty: [{ name: 'mandate-lapsed', path: PATH, overrides: is({ state: 'lapsed' }) }],
  loaded: [
    { name: 'mandate', path: PATH },
    { name: 'mandate-approved', path: PATH, overrides: is({ state: 'approved' }) },
    { name: 'mandate-revoked', path: PATH, overrides: is({ state: 'revoked' }) },
    {
      name: 'mandate-many-restaurants',
      path: PATH,
      overrides: is({
        restaurant_names: Array.from({ length: 20 }, (_, n) => `Osteria del Vicolo Storto ${n}`),
      }),
    },
    {
      name: 'mandate-offline',
      path: PATH,
      act: async (page) => {
        await page.getByRole('button', { name: 'Decline' }).waitFor();
        await page.context().setOffline(true);
        await shown("You're offline. Nothing was changed.")(page);
      },
    },
    {
      name: 'mandate-passkey',
      path: PATH,
      overrides: hasPasskeys,
      act: async (page) => {
        await atLocalhost(page);
        await shown('Your device asks for your passkey when you approve.')(page);
      },
    },
    {
      name: 'mandate-loading',
      path: PATH,
      overrides: [http.get(API, () => new Promise<never>(() => undefined))],
      act: (page) => page.waitForTimeout(500),
    },
  ],
  error: [
    {
      name: 'mandate-without-its-passkey',
      path: PATH,
      overrides: hasPasskeys,
      act: shown('You can only approve this with your passkey.'),
    },
    {
      name: 'mandate-not-confirmed',
      path: PATH,
      overrides: hasPasskeys,
      act: async (page) => {
        await page.addInitScript(() => {
          navigator.credentials.get = () =>
            Promise.reject(new DOMException('No.', 'NotAllowedError'));
        });
        await atLocalhost(page);
        await page.getByRole('button', { name: 'Approve' }).click();
        await shown("Your device didn't confirm it, so nothing was changed. Try again.")(page);
      },
    },
    {
      name: 'mandate-unknown',
      path: PATH,
      overrides: [http.get(API, () => refusal(404, 'not_found', 'Gone.'))],
    },
    {
      name: 'mandate-decided',
      path: PATH,
      overrides: [
        http.post('/api/mandates/:id/approve/', () =>
          refusal(409, 'decided', 'This was decided before, or it lapsed. Load the page again.'),
        ),
      ],
      act: async (page) => {
        await page.getByRole('button', { name: 'Approve' }).click();
        await shown('This was decided before, or it lapsed. Load the page again.')(page);
      },
    },
  ],
  dialog: { never: 'The page itself is the question.' },
};
