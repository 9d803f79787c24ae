/** The sentences of the import of a client book. */
import { formatCount } from '@/lib/format';
import { FIELD_LABELS } from './messages';

const clients = (count: number) => `${formatCount(count)} ${count === 1 ? 'client' : 'clients'}`;

export const IMPORT = {
  title: 'Import clients',
  intro:
    "Choose a CSV file from your address book or a spreadsheet. You'll see what changes before we store anything.",
  choose: 'Choose a CSV file',
  drop: 'or drop it here',
  limits: 'At most 10,000 clients and 1 MB in one file.',
  columns: 'Columns we read',
  columnsHelp:
    'The first line names them. We know the names that Google, Outlook, Apple, HubSpot, Salesforce and Mailchimp use, and skip all other columns.',
  sample: 'Download a sample file',
  tooLarge: 'This file is larger than 1 MB. Split it into several files.',
  unreadable: "We couldn't open this file. Choose it again.",
  reading: (name: string) => `Reading ${name}…`,

  which: "We didn't find these columns in your file. Which are they?",
  chooseColumn: 'Choose a column',
  useColumns: 'Use these columns',
  checking: 'Checking…',

  nothingStored: 'Nothing is stored yet.',
  unchanged: 'Already in your book',
  ignored: 'Columns we skip',
  clients,
  /** Before and after the import. */
  leaveOut: "Lines we'll leave out",
  leftOut: 'Lines we left out',
  line: 'Line',
  client: 'Client',
  problem: 'Problem',
  more: (count: number) =>
    `${formatCount(count)} more ${count === 1 ? 'line has a problem' : 'lines have problems'}.`,

  importButton: (count: number) => `Import ${clients(count)}`,
  importing: 'Importing…',
  imported: (count: number) => `We imported ${clients(count)}.`,
  another: 'Choose another file',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  done: 'Done',
} as const;

const FIELDS: Partial<Record<string, string>> = FIELD_LABELS;

/** `Zip code: Please enter a valid zip code.`; a problem of the whole line has no field. */
export function problemOf(field: string, sentence: string): string {
  const label = FIELDS[field];
  return label === undefined ? sentence : `${label}: ${sentence}`;
}

export const COLUMNS = ['first_name', 'last_name', 'email', 'phone', 'zip_code'] as const;

const SAMPLE_LINES = [
  COLUMNS.map((name) => FIELD_LABELS[name]),
  ['Grace', 'Hopper', 'grace@example.org', '+1 212 555 0123', '10012'],
  ['Lucía', 'Fernández', 'lucia@example.org', '+1 617 555 0119', '02138'],
];

/** The sample file as a link's address. The byte order mark lets Excel read it as UTF-8. */
export const SAMPLE_URL = `data:text/csv;charset=utf-8,${encodeURIComponent(
  `\ufeff${SAMPLE_LINES.map((cells) => cells.join(',')).join('\r\n')}\r\n`,
)}`;
