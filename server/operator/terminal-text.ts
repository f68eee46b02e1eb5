/** Formats text for a terminal: plain lines, columns aligned with spaces, and no colors, so cut and grep can process it. */

/** A table's columns by heading. Each is the name of a row's property, or a function that returns the value for a row. */
type Columns<Row> = Readonly<Record<string, keyof Row | ((row: Row) => string | number | null)>>;

/** Returns rows as text with headings. A column is as wide as its widest value. Omits the last column if it has no values. */
export function table<Row>(rows: readonly Row[], columns: Columns<Row>): string {
  const texts = rows.map((row) =>
    Object.values(columns).map((value) =>
      String((typeof value === 'function' ? value(row) : row[value]) ?? ''),
    ),
  );
  const headings = Object.keys(columns);
  const shown = texts.some((row) => row.at(-1)) ? headings : headings.slice(0, -1);
  const cells = [shown, ...texts.map((row) => row.slice(0, shown.length))];
  const widths = shown.map((_, column) => Math.max(...cells.map((row) => lengthOf(row[column] ?? ''))));
  return cells.map((row) => padded(row, widths)).join('\n');
}

/** Returns a table, or `none` if there are no rows. */
export function tableOr<Row>(none: string, rows: readonly Row[], columns: Columns<Row>): string {
  return rows.length === 0 ? none : table(rows, columns);
}

/** Returns names and values, one pair per line. */
export function pairs(entries: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...entries.map(([name]) => lengthOf(name)));
  return entries.map((entry) => padded(entry, [width])).join('\n');
}

/** Returns the text of one page of a list, followed by the option that shows the next page if there is one. */
export function withNext(text: string, next: string | null): string {
  return next ? `${text}\n\nMore with --after ${next}` : text;
}

/** Joins the lines, except those that are false. */
export function lines(...texts: readonly (string | false)[]): string {
  return texts.filter((text) => text !== false).join('\n');
}

/** Returns a count with its noun, such as `1 key` or `3 keys`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Returns the first ten ids of a list, which fit on a terminal. The JSON output contains all ids. */
export function firstOf(ids: readonly string[]): string {
  return ids.slice(0, 10).join(', ');
}

/** Returns a time as `2026-03-01 12:34 UTC`. */
export function moment(date: Date): string {
  return `${minute(date)} UTC`;
}

/** Returns a time as `2026-03-01 12:34`, for a column whose heading contains `UTC`. */
export function minute(date: Date): string {
  return date.toISOString().slice(0, 16).replace('T', ' ');
}

function padded(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - lengthOf(cell))))
    .join('  ')
    .trimEnd();
}

function lengthOf(text: string): number {
  return [...text].length;
}
