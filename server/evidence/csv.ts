/** Writes CSV (RFC 4180) that is safe to open in a spreadsheet program (X16). All functions are pure. */

/** Matches where a spreadsheet could begin a formula: at a cell's start or after a separator, before a sign such as = or ＝. */
const formula = /(^|[\t\r\n,;|])([ \u00a0]*)(?=[=+\-@\t\r＝＋－＠])/g;

/** Returns a value as a cell. Text is always quoted, and an apostrophe before a formula makes the formula plain text. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = value instanceof Date ? value.toISOString() : String(value);
  return `"${text.replace(formula, "$1$2'").replaceAll('"', '""')}"`;
}

/** Returns a row with its line end. */
export function csvRow(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
