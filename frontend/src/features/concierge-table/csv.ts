/** Comma-separated values for spreadsheets (RFC 4180), and saving a file. */

/** What a spreadsheet would evaluate; the server escapes its own files the same way. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** Format rows as one text in which no field is a formula. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

function field(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Save a text as a file. The byte order mark tells spreadsheets that it is UTF-8. */
export function saveCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By the next task the browser has read the file.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  });
}
