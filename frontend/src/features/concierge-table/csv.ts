/** Comma-separated values as spreadsheets open them (RFC 4180), and handing a file to the user. */

/** What a spreadsheet takes for a formula; the server guards its own files the same way. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** Rows as one text. No field of it can be a formula in a spreadsheet. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

function field(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Saves a text as a file. The mark at its beginning tells spreadsheets that it is UTF-8. */
export function saveCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file by the next turn.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  });
}
