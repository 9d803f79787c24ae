/** Comma-separated values for spreadsheets (RFC 4180). */

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
