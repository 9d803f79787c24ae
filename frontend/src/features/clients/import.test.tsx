import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectFocus } from '@/testing/focus';
import { anImport } from '@/testing/clients';
import { refusal } from '@/testing/handlers';
import { renderPart } from '@/testing/render';
import { server } from '@/testing/server';
import { AddressBookPicker } from './address-book-picker';

const PATH = '/api/clients/import/';
const TEXT = 'sep=;\r\nFirst name;Last name;Email;Phone;Zip code\r\n';

type Sent = { preview: boolean; type: string | null; text: string };
let sent: Sent[];

/** Answer previews and imports, and record what was sent. */
function answers(report = anImport(), stored = report) {
  server.use(
    http.post(PATH, async ({ request }) => {
      const preview = new URL(request.url).searchParams.get('preview') === 'true';
      const text = await request.text();
      sent.push({ preview, type: request.headers.get('Content-Type'), text });
      return HttpResponse.json(preview ? report : stored);
    }),
  );
}

const file = (text = TEXT, name = 'clients.csv') => new File([text], name, { type: 'text/csv' });
const input = () => screen.findByLabelText<HTMLInputElement>('Choose a CSV file');
const importClients = () => screen.findByRole('button', { name: 'Import 200 clients' });

async function open() {
  const app = renderPart(
    <AddressBookPicker picked={null} onPick={() => undefined} onClear={() => undefined} />,
  );
  await app.user.click(screen.getByRole('button', { name: 'Import clients' }));
  await input();
  return app;
}

async function choose(chosen = file()) {
  const app = await open();
  await app.user.upload(await input(), chosen);
  return app;
}

beforeEach(() => {
  sent = [];
  answers();
});

describe('the file', () => {
  test('is asked for with the focus on its field, and the columns are named', async () => {
    await open();
    await expectFocus(await input());
    expect(await input()).toHaveAccessibleDescription(
      'At most 10,000 clients and 1 MB in one file.',
    );
    const dialog = screen.getByRole('dialog', { name: 'Import clients' });
    expect(within(dialog).getByText(/^First name, Last name, Email/)).toBeInTheDocument();
    const sample = screen.getByRole('link', { name: 'Download a sample file' });
    expect(decodeURIComponent(sample.getAttribute('href') ?? '')).toContain(
      '\r\nGrace,Hopper,grace@example.org,+1 212 555 0123,10012\r\n',
    );
  });

  test('is previewed as it is, and nothing is stored', async () => {
    await choose();
    const summary = await screen.findByText(/Nothing is stored yet\./);
    expect(summary).toHaveTextContent("We'll add 198 clients, update 2 clients, and skip 1 line.");
    await expectFocus(summary.parentElement);
    expect(sent).toEqual([{ preview: true, type: 'text/csv', text: TEXT }]);
    expect(screen.getByText('Already in your book').nextSibling).toHaveTextContent('5 clients');
    expect(screen.getByText('Columns we skip').nextSibling).toHaveTextContent('CC');
    const row = screen.getByRole('row', { name: /^4 / });
    expect(row).toHaveTextContent('Grace HopperZip code: Is it 02138?');
  });

  test('is named while it is read', async () => {
    server.use(http.post(PATH, () => delay('infinite')));
    await choose();
    expect(await screen.findByText('Reading clients.csv…')).toBeInTheDocument();
    expect(screen.getByText('Reading clients.csv…').closest('[role=status]')).not.toBeNull();
  });

  test.each([
    [400, 'bad_file', 'This file is empty. Its first line must name the columns.'],
    [413, 'too_big', 'Send at most 1 MB.'],
    [422, 'invalid', 'Send the file as text/csv.'],
  ])('that the server refuses with %i can be replaced', async (status, code, sentence) => {
    server.use(http.post(PATH, () => refusal(status, code, sentence)));
    const { user } = await choose();
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    answers();
    await user.upload(await input(), file());
    expect(await importClients()).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('of more than 1 MB is not sent', async () => {
    await choose(file('x'.repeat(1_000_001)));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This file is larger than 1 MB. Split it into several files.',
    );
    expect(sent).toEqual([]);
  });

  test('can be tried again when the network is back', async () => {
    server.use(http.post(PATH, () => HttpResponse.error()));
    const { user } = await choose();
    expect(await screen.findByRole('alert')).toHaveTextContent("We can't reach Tablehawk.");
    answers();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await importClients()).toBeInTheDocument();
  });

  test('without changes offers no import', async () => {
    answers(
      anImport({
        message: 'Your book has all clients of this file already.',
        created: 0,
        updated: 0,
        refused: 0,
        lines: [],
      }),
    );
    await choose();
    expect(await screen.findByText(/Your book has all clients/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Import \d/ })).not.toBeInTheDocument();
    expect(screen.queryByText(/Nothing is stored yet/)).not.toBeInTheDocument();
  });

  test('is shown with its first hundred problems', async () => {
    const [line] = anImport().lines;
    if (line === undefined) throw new Error('The report has no line.');
    const lines = Array.from({ length: 130 }, (_, index) => ({ ...line, line: index + 2 }));
    answers(anImport({ lines }));
    await choose();
    expect(await screen.findByText('30 more lines have problems.')).toBeInTheDocument();
    expect(screen.getAllByRole('row')).toHaveLength(101);
  });
});

describe('the import', () => {
  test('sends the previewed bytes, says what changed, and reads the book again', async () => {
    answers(anImport(), anImport({ message: 'We added 198 clients and updated 2 clients.' }));
    let reads = 0;
    server.use(
      http.get('/api/clients/', () => {
        reads += 1;
        return HttpResponse.json({ clients: [], count: 0, page: 1, pages: 1 });
      }),
    );
    const app = await open();
    await app.user.click(screen.getByRole('button', { name: 'Close' }));
    await app.user.click(screen.getByRole('button', { name: /^Client book/ }));
    await screen.findByText('Your client book is empty. Import clients, or enter one below.');
    await app.user.keyboard('{Escape}');
    await app.user.click(screen.getByRole('button', { name: 'Import clients' }));
    await app.user.upload(await input(), file());
    await app.user.click(await importClients());
    const notice = await screen.findByText('We imported 200 clients.');
    await expectFocus(() => notice.closest('.notice'));
    expect(screen.getByRole('heading', { name: 'Lines we left out' })).toBeInTheDocument();
    expect(sent.map(({ preview, text }) => [preview, text])).toEqual([
      [true, TEXT],
      [false, TEXT],
    ]);
    await app.user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    await expectFocus(() => screen.getByRole('button', { name: 'Import clients' }));
    await app.user.click(screen.getByRole('button', { name: /^Client book/ }));
    await waitFor(() => {
      expect(reads).toBe(2);
    });
  });

  test('that changes nothing does not claim an import', async () => {
    const message = 'Your book has all clients of this file already.';
    answers(anImport(), anImport({ message, created: 0, updated: 0, lines: [] }));
    const { user } = await choose();
    await user.click(await importClients());
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.queryByText(/We imported/)).not.toBeInTheDocument();
  });

  test('that fails keeps the preview, and can be repeated', async () => {
    const { user } = await choose();
    await importClients();
    server.use(http.post(PATH, () => HttpResponse.error()));
    await user.click(await importClients());
    expect(await screen.findByRole('alert')).toHaveTextContent("We can't reach Tablehawk.");
    answers();
    await user.click(await importClients());
    expect(await screen.findByText('We imported 200 clients.')).toBeInTheDocument();
  });

  test('can be followed by another file', async () => {
    const { user } = await choose();
    await user.click(await importClients());
    await user.click(await screen.findByRole('button', { name: 'Choose another file' }));
    await expectFocus(await input());
    fireEvent.drop(await input());
    expect(screen.queryByText('We imported 200 clients.')).not.toBeInTheDocument();
  });
});

test('columns whose headings are not known are asked for', async () => {
  const missing = anImport({
    created: 0,
    updated: 0,
    unchanged: 0,
    refused: 0,
    lines: [],
    missing_columns: ['first_name', 'phone'],
    ignored_columns: ['Vorname', 'Rufnummer', 'Tisch'],
  });
  const queries: string[] = [];
  server.use(
    http.post(PATH, ({ request }) => {
      const { searchParams } = new URL(request.url);
      queries.push(searchParams.toString());
      return HttpResponse.json(searchParams.has('phone') ? anImport() : missing);
    }),
  );
  const { user } = await choose();
  const first = await screen.findByLabelText('First name');
  await expectFocus(first);
  const use = screen.getByRole('button', { name: 'Use these columns' });
  expect(use).toBeDisabled();
  await user.selectOptions(first, 'Vorname');
  // A column is one field only.
  expect(within(screen.getByLabelText('Phone')).queryByText('Vorname')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Phone'), 'Rufnummer');
  await user.click(use);
  await user.click(await importClients());
  expect(await screen.findByText('We imported 200 clients.')).toBeInTheDocument();
  const answers = 'first_name=Vorname&phone=Rufnummer';
  expect(queries).toEqual(['preview=true', `${answers}&preview=true`, answers]);
});

test('another file can be chosen instead of an answer about columns', async () => {
  answers(anImport({ missing_columns: ['email'], ignored_columns: ['Mail-ID'] }));
  const { user } = await choose();
  await screen.findByLabelText('Email');
  await user.click(screen.getByRole('button', { name: 'Choose another file' }));
  await waitFor(async () => {
    await expectFocus(await input());
  });
});
