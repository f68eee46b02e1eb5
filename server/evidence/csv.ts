/** Writes CSV (RFC 4180) that is safe to open in a spreadsheet (X16). Pure. */

/**
 * A character that makes a spreadsheet read what follows as a formula: at the beginning of a cell or after any
 * separator that a spreadsheet may split at; full-width forms included.
 */
const formula = /(^|[\t\r\n,;|])([ \u00a0]*)(?=[=+\-@\t\r＝＋－＠])/g;

/** A value as a cell: always quoted; an apostrophe before a formula makes it plain text. Numbers stay as they are. */
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
