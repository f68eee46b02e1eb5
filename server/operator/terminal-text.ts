/** Text for a terminal: plain lines, columns made of spaces, no colors, so that it can be cut and searched. */

/** Rows under their headings, each column as wide as its widest value. A last column without values is left out. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const texts = rows.map((row) => row.map((value) => String(value ?? '')));
  const last = headings.length - 1;
  const shown = texts.some((row) => row[last]) ? headings : headings.slice(0, last);
  const lines = [shown, ...texts.map((row) => row.slice(0, shown.length))];
  const widths = shown.map((_, column) => Math.max(...lines.map((line) => lengthOf(line[column] ?? ''))));
  return lines.map((line) => padded(line, widths)).join('\n');
}

/** Names and values, one pair per line. */
export function pairs(entries: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...entries.map(([name]) => lengthOf(name)));
  return entries.map((entry) => padded(entry, [width])).join('\n');
}

/** `1 key`, `3 keys`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A time as `2026-03-01 12:34 UTC`. */
export function moment(date: Date): string {
  return `${minute(date)} UTC`;
}

/** A time as `2026-03-01 12:34`, for a column whose heading has UTC. */
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
