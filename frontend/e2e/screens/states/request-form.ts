import { expect, type Page } from '@playwright/test';
import { http, HttpResponse } from 'msw';
import { answersWith, newcomer, subscription } from '../../../src/testing/billing';
import { aConcierge, anImport } from '../../../src/testing/clients';
import {
  learnedRule,
  openTableAccount,
  statedOdds,
  user,
  venueDetail,
} from '../../../src/testing/fixtures';
import { refusal } from '../../../src/testing/handlers';
import { notificationSettings } from '../../../src/testing/notification-settings';
import { groupAt } from '../../../src/testing/reservations';
import { aRule, servesRules } from '../../../src/testing/weekly';
import type { Screen, State } from '../kinds';
import { openOptions } from '../../support/screen';
import { as, offersTryAgain, refuses, shown } from './common';

const ADD = '/reservations/add-reservation';
const EDIT = '/reservations/edit-reservation/4127';
const concierge = as(aConcierge());
const standard = [
  as({ subscription_type: 'standard' }),
  answersWith(subscription()),
  http.get('/api/reservations/counts/', () =>
    HttpResponse.json({ active_reservations: 3, total_reservations: 3, limit: 5 }),
  ),
];
const withoutPlan = [
  as({ subscription_type: 'none', has_had_free_trial: false }),
  answersWith(newcomer),
  http.get('/api/reservations/counts/', () =>
    HttpResponse.json({ active_reservations: 0, total_reservations: 0, limit: 0 }),
  ),
];
const full = [
  as({ subscription_type: 'standard' }),
  http.get('/api/reservations/counts/', () =>
    HttpResponse.json({ active_reservations: 6, total_reservations: 6, limit: 5 }),
  ),
];

const unreachable = http.get('/api/notification-settings/', () =>
  HttpResponse.json(notificationSettings({ reachable: false })),
);

/** The ticket's or the bar's, whichever the width shows. */
const onScreen = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).and(page.locator(':visible'));

async function openRestaurants(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Restaurant:/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /^Vesper/ })).toBeVisible();
}

async function addRestaurant(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Restaurant' }).click();
  await page.getByRole('dialog').getByRole('button', { name }).first().click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function pickDay(page: Page, day: number): Promise<void> {
  await page
    .getByRole('grid')
    .getByRole('button', { name: new RegExp(`Nov ${day}|${day} Nov`) })
    .first()
    .click();
}

const account = (page: Page) => page.getByRole('button', { name: /^Desk one/ });
const book = (page: Page) => page.getByRole('button', { name: /^Client book/ });

async function pick(page: Page, name: string): Promise<void> {
  await account(page).click();
  await book(page).click();
  await page.getByRole('option', { name }).click();
}

const anOddFile = {
  name: 'guests of the spring.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('First'),
};

async function chooseFile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import clients' }).click();
  await page.getByLabel('Choose a CSV file').setInputFiles(anOddFile);
}

/** A preview with long names, several problems in a line, and more lines than are shown. */
const oddReport = anImport({
  ignored_columns: ['CC', 'Notes about the guest and the guest’s company', 'VIP'],
  lines: [
    {
      line: 4,
      name: 'Maximiliane Wolkenstein-Rodenegg von und zu Hohenstaufen',
      outcome: 'refused',
      client_id: null,
      errors: {
        phone: 'Phone number must have exactly 10 digits.',
        zip_code: 'A US zip code has five digits. Should this be 02138?',
      },
    },
    {
      line: 9876,
      name: '',
      outcome: 'refused',
      client_id: null,
      errors: { line: 'This line has more fields than the first line has columns.' },
    },
    ...Array.from({ length: 100 }, (_, index) => ({
      line: 10_000 + index,
      name: 'Grace Hopper',
      outcome: 'merged' as const,
      client_id: 32,
      errors: { email: 'Line 10,200 has the same email, so we used that one.' },
    })),
  ],
});
const importing = (answer: () => Response) => [
  concierge,
  http.post('/api/clients/import/', answer),
];

const release: State = {
  name: 'form-release',
  path: ADD,
  act: async (page) => {
    await openOptions(page);
    await addRestaurant(page, 'The Quiet Harbor');
    await page.getByRole('button', { name: /^Release Reservation/ }).click();
    await page.getByRole('button', { name: 'Pick a day' }).click();
    // The form has a calendar of its own, for the reservation's day.
    const releases = page.getByRole('dialog');
    await releases.getByRole('button', { name: 'Go to the Next Month' }).click();
    await releases.locator('td button:enabled').nth(9).click();
    await page.getByRole('button', { name: /^10:00/ }).click();
    await shown(/10:00( AM)? in New York is/)(page);
  },
};

/** The form for an account with two cards, and a restaurant whose terms are known. */
const termsAndCards: State = {
  name: 'form-terms-and-cards',
  path: ADD,
  overrides: [
    as({
      resy_accounts: user().resy_accounts.map((own) => ({
        ...own,
        cards: [
          { id: '1', label: 'Visa 1881', is_default: true },
          { id: '2', label: 'MasterCard 5100', is_default: false },
        ],
      })),
    }),
  ],
  act: async (page) => {
    await openOptions(page);
    await addRestaurant(page, 'The Quiet Harbor');
    await expect(page.getByLabel('Card at Resy')).toBeVisible();
    const terms = page.getByRole('region', { name: 'Terms seen before' });
    await terms.scrollIntoViewIfNeeded();
    await expect(terms).toBeVisible();
  },
};

const knownRelease: State = {
  name: 'form-release-known',
  path: ADD,
  overrides: [
    http.get('/api/venues/:id/', ({ params }) =>
      HttpResponse.json(venueDetail(Number(params.id), { learned_rule: learnedRule() })),
    ),
  ],
  act: async (page) => {
    await openOptions(page);
    await addRestaurant(page, 'The Quiet Harbor');
    await page.getByRole('button', { name: /^Release Reservation/ }).click();
    await shown(/seen 9 of 10 times/)(page);
  },
};

const TOCK = "sells its tables through Tock, where we can't book. Book it on its own page.";

/** Two of the chosen restaurants cannot be booked, the one with the long name among them. */
const cannotBook: State = {
  name: 'form-cannot-book',
  path: ADD,
  overrides: [
    http.post('/api/reservations/', () => {
      const obstacles = [3, 2].map((id) => ({
        venue_id: id,
        kind: 'tock',
        message: `${venueDetail(id).venue_name} ${TOCK}`,
        page: 'https://resy.com/',
        notifies: true,
      }));
      const errors = { venues_error: obstacles.map(({ message }) => message).join(' ') };
      const message = obstacles[0]?.message;
      return HttpResponse.json(
        { code: 'cannot_book', message, errors, obstacles },
        { status: 409 },
      );
    }),
  ],
  act: async (page) => {
    await openOptions(page);
    await addRestaurant(page, 'Osteria Lucciola');
    await addRestaurant(page, 'The Quiet Harbor');
    await page.getByRole('button', { name: '4', exact: true }).click();
    await page.getByRole('button', { name: /^Prime/ }).click();
    await pickDay(page, 25);
    await onScreen(page, 'Reserve').click();
    await expect(page.getByRole('link', { name: /^Open Osteria Lucciola on Resy/ })).toBeVisible();
  },
};

const repeating: State = {
  name: 'form-repeat',
  path: ADD,
  act: async (page) => {
    await openOptions(page);
    await addRestaurant(page, 'The Quiet Harbor');
    await page.locator('.calendar td button:enabled').nth(9).click();
    await page.getByRole('switch', { name: 'Repeat every week' }).click();
    await page.getByRole('button', { name: /^Repeat until/ }).scrollIntoViewIfNeeded();
  },
};

export const ADD_RESERVATION: Screen = {
  empty: [
    { name: 'form-standard', path: ADD, overrides: standard },
    { name: 'form-standard-options', path: ADD, overrides: standard, act: openOptions },
    {
      name: 'form-another-date',
      path: ADD,
      overrides: standard,
      act: async (page) => {
        await openOptions(page);
        for (const day of [24, 25]) {
          await pickDay(page, day);
        }
        await shown(/ replaces /)(page);
      },
    },
    {
      name: 'form-no-plan',
      path: ADD,
      overrides: withoutPlan,
      act: (page) => expect(onScreen(page, 'Start Free Trial')).toBeVisible(),
    },
    {
      name: 'client',
      path: ADD,
      overrides: [concierge],
      act: (page) => expect(account(page)).toBeVisible(),
    },
    {
      name: 'client-no-account',
      path: ADD,
      overrides: [as(aConcierge({ resy_accounts: [], ot_accounts: [] }))],
      act: (page) =>
        expect(page.getByRole('link', { name: 'Connect an account' }).first()).toBeVisible(),
    },
  ],
  loaded: [
    {
      name: 'form-sentence',
      path: ADD,
      overrides: [
        http.post('/api/reservations/odds/', () => HttpResponse.json({ odds: statedOdds })),
      ],
      act: async (page) => {
        await openRestaurants(page);
        await page.getByRole('dialog').getByRole('button', { name: 'The Quiet Harbor' }).click();
        await page.getByRole('button', { name: 'Confirm' }).click();
        await expect(
          page.getByRole('button', { name: 'Restaurant: The Quiet Harbor' }),
        ).toBeVisible();
        await shown('What would raise it')(page);
      },
    },
    {
      name: 'form-filled',
      path: ADD,
      act: async (page) => {
        await openOptions(page);
        await addRestaurant(page, 'Osteria Lucciola');
        await addRestaurant(page, 'The Quiet Harbor');
        await page.getByRole('button', { name: '4', exact: true }).click();
        await page.getByRole('button', { name: /^Prime/ }).click();
        await shown('Warning: You already have an active task')(page);
      },
    },
    {
      name: 'form-unreachable',
      path: ADD,
      overrides: [as({ email_confirmed: false }), unreachable],
      mayNotify: true,
      act: async (page) => {
        const note = page.getByText(/^Until your email is confirmed, only Tablehawk/);
        await expect(note.and(page.locator(':visible'))).toBeVisible();
      },
    },
    {
      name: 'form-odds',
      path: ADD,
      overrides: [
        http.post('/api/reservations/odds/', () => HttpResponse.json({ odds: statedOdds })),
      ],
      act: async (page) => {
        await openOptions(page);
        await addRestaurant(page, 'Osteria Lucciola');
        await page.getByRole('button', { name: '4', exact: true }).click();
        await page.getByRole('button', { name: /^Prime/ }).click();
        await pickDay(page, 25);
        await shown('What would raise it')(page);
      },
    },
    {
      name: 'form-one-table',
      path: ADD,
      act: async (page) => {
        await openOptions(page);
        await addRestaurant(page, 'Osteria Lucciola');
        await addRestaurant(page, 'The Quiet Harbor');
        for (const day of [24, 25, 27]) await pickDay(page, day);
        await page.getByRole('button', { name: /^Move .*27.* up$/ }).click();
        await shown(/ is now 2 of 3\.$/)(page);
        await page.getByRole('heading', { name: 'How many tables' }).evaluate((heading) => {
          heading.scrollIntoView();
        });
      },
    },
    {
      name: 'form-table-for-each-date',
      path: ADD,
      act: async (page) => {
        await openOptions(page);
        for (const day of [24, 25]) await pickDay(page, day);
        await page.getByRole('button', { name: /^One table for each date/ }).click();
        await expect(page.getByText('Your order of dates, best first')).toBeHidden();
      },
    },
    {
      name: 'form-date-range',
      path: ADD,
      act: async (page) => {
        await openOptions(page);
        await page.getByRole('button', { name: 'A range of dates' }).click();
        await page.getByLabel('To', { exact: true }).fill('2026-12-20');
        const weekdays = page.getByRole('toolbar', { name: 'Only these weekdays' });
        await weekdays.getByRole('button').nth(4).click();
        await weekdays.getByRole('button').nth(5).click();
        await expect(page.getByRole('button', { name: /^Add \d+ dates$/ })).toBeVisible();
      },
    },
    release,
    termsAndCards,
    knownRelease,
    repeating,
    {
      name: 'client-picked',
      path: ADD,
      overrides: [concierge],
      act: (page) => pick(page, 'Lucía'),
    },
    {
      name: 'client-second-step',
      path: ADD,
      overrides: [concierge],
      act: async (page) => {
        await pick(page, 'Lucía');
        await onScreen(page, 'Continue').click();
        await expect(onScreen(page, 'Back')).toBeVisible();
      },
    },
  ],
  error: [
    cannotBook,
    {
      name: 'form-errors',
      path: ADD,
      overrides: standard,
      act: async (page) => {
        await onScreen(page, 'Reserve').click();
        await shown('Please select a restaurant')(page);
      },
    },
    {
      name: 'form-over-limit',
      path: ADD,
      overrides: full,
      act: shown(/^That's more than you have left/),
    },
    {
      name: 'form-release-errors',
      path: ADD,
      act: async (page) => {
        await openOptions(page);
        await page.getByRole('button', { name: /^Release Reservation/ }).click();
        await onScreen(page, 'Reserve').click();
        await shown('Please set release time')(page);
      },
    },
    {
      name: 'form-release-opentable',
      path: ADD,
      overrides: [as({ ot_accounts: [openTableAccount] })],
      act: async (page) => {
        await openOptions(page);
        await addRestaurant(page, 'Trattoria dei Tre Fratelli');
        await page.getByRole('button', { name: /^Release Reservation/ }).click();
        await shown('At this time, we do not offer release snipes for Opentable.')(page);
      },
    },
    {
      name: 'client-errors',
      path: ADD,
      overrides: [concierge],
      act: async (page) => {
        await pick(page, 'Grace');
        await page.getByLabel('Email').fill('grace@');
        await page.getByLabel('Card number').fill('4242424242424243');
        await page.getByLabel('CVV').fill('73');
        await page.getByLabel('Expiry month').selectOption('12');
        await page.getByLabel('Expiry year').selectOption({ index: 1 });
        await onScreen(page, 'Continue').click();
        await shown('Must be valid email')(page);
      },
    },
    {
      name: 'client-book-failed',
      path: ADD,
      overrides: [concierge, refuses('/api/clients/')],
      act: async (page) => {
        await book(page).click();
        await offersTryAgain(page);
      },
    },
    {
      name: 'client-import-refused',
      path: ADD,
      overrides: importing(() =>
        refusal(400, 'bad_file', "We couldn't read this file. Save it as CSV in UTF-8."),
      ),
      act: async (page) => {
        await chooseFile(page);
        await shown(/^We couldn't read this file/)(page);
      },
    },
  ],
  dialog: [
    { name: 'form-add-restaurant', path: ADD, overrides: standard, act: openRestaurants },
    ...(['Party size', 'Day', 'Time'] as const).map((word) => ({
      name: `form-word-${word.slice(0, 4).trim().toLowerCase()}`,
      path: ADD,
      overrides: standard,
      act: async (page: Page) => {
        await page.getByRole('button', { name: new RegExp(`^${word}:`) }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    })),
    {
      name: 'form-restaurant-detail',
      path: ADD,
      act: async (page) => {
        await openRestaurants(page);
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^The Quiet Harbor/ })
          .click();
        await expect(page.getByRole('button', { name: 'Confirm' })).toBeVisible();
      },
    },
    {
      name: 'form-no-account',
      path: ADD,
      act: async (page) => {
        await openRestaurants(page);
        await page.getByRole('button', { name: 'Trattoria dei Tre Fratelli' }).click();
        await shown('You do not have OpenTable account connected')(page);
      },
    },
    {
      name: 'form-pro',
      path: ADD,
      overrides: standard,
      act: async (page) => {
        await openOptions(page);
        await page.getByRole('button', { name: /^Release Reservation/ }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expect(page.getByRole('article', { name: 'Pro' })).toBeVisible();
      },
    },
    {
      name: 'form-custom-time',
      path: ADD,
      act: async (page) => {
        await openOptions(page);
        await page.getByRole('button', { name: /^Custom Any start/ }).click();
        await page.getByRole('button', { name: 'Set time' }).click();
        await shown('Please select a valid time')(page);
        // The calendar is above the screen: axe takes a day that the header covers in part for a small one.
        await page.getByRole('heading', { name: 'Reservation Time' }).evaluate((heading) => {
          heading.scrollIntoView();
        });
      },
    },
    {
      name: 'form-several-times',
      path: ADD,
      act: async (page) => {
        await openOptions(page);
        await page.getByRole('button', { name: /^Prime/ }).click();
        const add = page.getByRole('button', { name: 'Add another time' });
        await add.click();
        const second = page.getByRole('group', { name: 'Time 2' });
        await second.getByLabel('From').fill('12:00');
        await second.getByLabel('To').fill('13:30');
        await add.click();
        await onScreen(page, 'Reserve').click();
        await shown('Please select a valid time')(page);
        await page.getByRole('heading', { name: 'Reservation Time' }).evaluate((heading) => {
          heading.scrollIntoView();
        });
      },
    },
    {
      name: 'client-book',
      path: ADD,
      overrides: [concierge],
      act: async (page) => {
        await book(page).click();
        await expect(page.getByRole('option', { name: 'Grace' })).toBeVisible();
      },
    },
    {
      name: 'client-import',
      path: ADD,
      overrides: [concierge],
      act: async (page) => {
        await page.getByRole('button', { name: 'Import clients' }).click();
        await expect(page.getByLabel('Choose a CSV file')).toBeFocused();
      },
    },
    {
      name: 'client-import-preview',
      path: ADD,
      overrides: importing(() => HttpResponse.json(oddReport)),
      act: async (page) => {
        await chooseFile(page);
        await expect(page.getByRole('button', { name: 'Import 200 clients' })).toBeVisible();
      },
    },
    {
      name: 'client-import-done',
      path: ADD,
      overrides: importing(() =>
        HttpResponse.json(
          anImport({ message: 'We added 198 clients, updated 2 clients, and skipped 1 line.' }),
        ),
      ),
      act: async (page) => {
        await chooseFile(page);
        await page.getByRole('button', { name: 'Import 200 clients' }).click();
        await shown('We imported 200 clients.')(page);
      },
    },
    {
      name: 'client-book-empty',
      path: ADD,
      overrides: [
        concierge,
        http.get('/api/clients/', () =>
          HttpResponse.json({ clients: [], count: 0, page: 1, pages: 1 }),
        ),
      ],
      act: async (page) => {
        await book(page).click();
        await shown(/^Your client book is empty/)(page);
      },
    },
  ],
};

const DAYS = ['2026-11-29', '2026-11-30', '2026-12-01'] as const;
const group = groupAt(['Petit Quai', 'Vesper'], {}, { group_id: 4127, dates: [...DAYS] });
const serving = [
  http.get('/api/reservations/4127/', () => HttpResponse.json(group)),
  http.post('/api/reservations/get-unique-unactive-dates-by-group/', () =>
    HttpResponse.json({ dates: [DAYS[0]] }),
  ),
];

export const EDIT_RESERVATION: Screen = {
  empty: [
    {
      name: 'edit-missing',
      path: '/reservations/edit-reservation/99',
      act: shown("There's nothing at this address"),
    },
  ],
  loaded: [
    {
      name: 'edit',
      path: EDIT,
      overrides: serving,
      act: (page) => expect(onScreen(page, 'Update')).toBeVisible(),
    },
    {
      name: 'edit-weekly',
      path: EDIT,
      overrides: [...serving, ...servesRules([aRule({ group_ids: [4127] })])],
      act: shown('A change counts for this week only'),
    },
    {
      name: 'edit-concierge',
      path: EDIT,
      overrides: [concierge, ...serving],
      act: (page) => expect(account(page)).toBeVisible(),
    },
    {
      name: 'edit-over',
      path: EDIT,
      overrides: [
        http.get('/api/reservations/4127/', () =>
          HttpResponse.json({ ...group, status: 'confirmed' }),
        ),
      ],
      act: shown(/is over and can't be changed/),
    },
  ],
  error: [
    {
      name: 'edit-failed',
      path: EDIT,
      overrides: [refuses('/api/reservations/4127/')],
      act: offersTryAgain,
    },
  ],
  dialog: [{ name: 'edit-add-restaurant', path: EDIT, overrides: serving, act: openRestaurants }],
};
