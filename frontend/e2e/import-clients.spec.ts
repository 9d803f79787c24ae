/**
 * A concierge's first day: an odd file from another program becomes clients of the book. The file has a line `sep=;`, a
 * column CC, a phone with invisible characters and a zip code that lost its zero.
 */
import { button } from './support/screen';
import { grant } from './support/staff';
import { expect, test } from './support/test';

const FILE = [
  'sep=;',
  'First name;Last name;Email;Mobile Phone;Zip code;CC',
  'Grace;Hopper;grace@import.tablehawk.test;\u202a(212) 555-0123\u202c;10012;US',
  'Edsger;Dijkstra;edsger@import.tablehawk.test;+1 646 555 0100;2138;NL',
  'Zo\u00eb;St.John;zoe@import.tablehawk.test;0044 20 7946 0958;SW1A 1AA;GB',
  '',
].join('\r\n');
const csv = (text: string) => ({
  name: 'guests.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

test('imports clients from an odd file', async ({ page, browser, users }) => {
  const concierge = await users.signUp('concierge');
  await grant(browser, concierge, 'Is concierge');
  await concierge.openPage(page, '/reservations/add-reservation');
  const dialog = page.getByRole('dialog', { name: 'Import clients' });
  const book = page.getByRole('button', { name: /^Client book/ });

  await test.step('previews the file and stores nothing', async () => {
    await button(page, 'Import clients').click();
    await page.getByLabel('Choose a CSV file').setInputFiles(csv(FILE));
    await expect(dialog.getByText(/We.ll add 2 clients/)).toBeVisible();
    await expect(dialog.getByText('Nothing is stored yet.')).toBeVisible();
    await expect(
      dialog.getByRole('row', { name: /^4 Edsger Dijkstra Zip code: .*02138/ }),
    ).toBeVisible();
    await expect(dialog.getByText('CC', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button(page, 'Import clients')).toBeFocused();
    await book.click();
    const empty = page.getByText(/^Your client book is empty/);
    await expect(empty).toBeVisible();
    // On a busy machine it is painted before it takes the focus and the keys.
    await expect(page.getByPlaceholder('Search by name, email or phone')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(empty).toBeHidden();
  });

  await test.step('imports it', async () => {
    await button(page, 'Import clients').click();
    await page.getByLabel('Choose a CSV file').setInputFiles(csv(FILE));
    await button(page, 'Import 2 clients').click();
    await expect(dialog.getByText('We imported 2 clients.')).toBeVisible();
    await button(page, 'Done').click();
    await book.click();
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(2);
    await page.getByRole('option', { name: /Grace Hopper/ }).click();
    await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('212-555-0123');
    await expect(page.getByLabel('Zip code')).toHaveValue('10012');
  });

  await test.step('imports the corrected line, and then nothing more', async () => {
    const corrected = csv(FILE.replace(';2138;', ';02138;'));
    for (const sentence of ['We imported 1 client.', null]) {
      await button(page, 'Import clients').click();
      await page.getByLabel('Choose a CSV file').setInputFiles(corrected);
      if (sentence === null) {
        await expect(
          dialog.getByText('Your book has all clients of this file already.'),
        ).toBeVisible();
        await expect(dialog.getByRole('button', { name: /^Import/ })).toHaveCount(0);
      } else {
        await button(page, 'Import 1 client').click();
        await expect(dialog.getByText(sentence)).toBeVisible();
        await button(page, 'Done').click();
      }
    }
  });

  await test.step('imports 200 more on the page of the clients, and reads why four are left out', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('link', { name: 'Clients' }).first().click();
    await expect(page.getByText('3 clients')).toBeVisible();
    const wrong = [
      ['No Email', '', 'Email'],
      ['Bad Phone', 'bad.phone@import.tablehawk.test', 'Phone'],
      ['Bad Zip', 'bad.zip@import.tablehawk.test', 'Zip code'],
      ['', 'no.name@import.tablehawk.test', 'First name'],
    ] as const;
    const guests = Array.from({ length: 200 }, (_, index) => {
      const number = String(index).padStart(3, '0');
      // A name has no digits.
      const name = number.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
      return `Guest${name};Many;guest.${number}@import.tablehawk.test;+1 212 555 0${number};10012`;
    });
    const lines = [
      'First name;Last name;Email;Phone;Zip code',
      ...guests,
      `No Email;Many;${wrong[0][1]};+1 212 555 0100;10012`,
      `Bad Phone;Many;${wrong[1][1]};12;10012`,
      `Bad Zip;Many;${wrong[2][1]};+1 212 555 0100;!`,
      `;Many;${wrong[3][1]};+1 212 555 0100;10012`,
    ];
    await button(page, 'Import').click();
    await page.getByLabel('Choose a CSV file').setInputFiles(csv(lines.join('\r\n')));
    for (const [, , field] of wrong) {
      await expect(dialog.getByRole('row', { name: new RegExp(`${field}: `) })).toBeVisible();
    }
    await button(page, 'Import 200 clients').click();
    await expect(dialog.getByText('We imported 200 clients.')).toBeVisible();
    await button(page, 'Done').click();
    await expect(page.getByText('203 clients')).toBeVisible();
    await expect(page.getByText('Page 1 of 5')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search clients' }).fill('guest.142@');
    await expect(page.getByText('1 client found')).toBeVisible();
    await expect(page.getByRole('row', { name: /Guestbec Many/ })).toBeVisible();
  });
});
