/** CSV as RFC 4180 has it, safe to be opened by a spreadsheet (X16). Pure. */

/**
 * A sign that makes a spreadsheet take what follows for a formula, at the beginning of a cell or behind anything that a
 * spreadsheet may be told to split at; the full-width forms count as well.
 */
const formula = /(^|[\t\r\n,;|])([ \u00a0]*)(?=[=+\-@\t\r＝＋－＠])/g;

/** A value as a cell: always quoted; a formula is kept from being one by an apostrophe before it. Numbers stay as they are. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = value instanceof Date ? value.toISOString() : String(value);
  return `"${text.replace(formula, "$1$2'").replaceAll('"', '""')}"`;
}

/** A row with its line end. */
export function csvRow(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
