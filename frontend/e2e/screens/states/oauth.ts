import { http, HttpResponse } from 'msw';
import { refusal } from '../../../src/testing/handlers';
import { AUTHORIZATION } from '../../../src/testing/profile';
import type { Screen } from '../kinds';

const path = '/oauth/authorize?client_id=https%3A%2F%2Fagent.example%2Fclient.json';
const API = '/api/oauth/authorization/';

export const AUTHORIZE: Screen = {
  empty: { never: 'A program asks for at least one scope.' },
  loaded: [
    { name: 'authorize', path },
    {
      name: 'authorize-this-computer',
      path,
      overrides: [http.get(API, () => HttpResponse.json({ ...AUTHORIZATION, returns_to: '' }))],
    },
    {
      name: 'authorize-loading',
      path,
      overrides: [http.get(API, () => new Promise<never>(() => undefined))],
      act: (page) => page.waitForTimeout(500),
    },
  ],
  error: [
    {
      name: 'authorize-unknown',
      path,
      overrides: [
        http.get(API, () =>
          refusal(
            400,
            'unknown_program',
            "We couldn't read the program's own description, so we don't know who asks. Nothing was allowed.",
          ),
        ),
      ],
    },
    {
      name: 'authorize-wrong-password',
      path,
      overrides: [
        http.post(API, () => {
          const text = "That isn't your current password.";
          return refusal(400, 'bad_form', text, { password: text });
        }),
      ],
      act: async (page) => {
        await page.getByLabel('Your password').fill('wrong');
        await page.getByRole('button', { name: 'Allow' }).click();
        await page.getByText("That isn't your current password.").waitFor();
      },
    },
  ],
  dialog: { never: 'The page itself is the question.' },
};
