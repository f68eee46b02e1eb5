import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvCell, csvRow } from './csv.ts';

/** Parses a line by RFC 4180. `separator` is the separator that a spreadsheet program uses. */
function read(line: string, separator = ','): string[] {
  const cells: string[] = [];
  let current = '';
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    if (quoted && sign === '"' && line.charAt(at + 1) === '"') {
      current += '"';
      at += 1;
    } else if (sign === '"' && (quoted || current === '')) quoted = !quoted;
    else if (!quoted && sign === separator) {
      cells.push(current);
      current = '';
    } else current += sign;
  }
  cells.push(current);
  return cells;
}

describe('a cell', () => {
  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '＝1',
    '=HYPERLINK("http://x.example";"y")',
  ])('with %j is not a formula', (text) => {
    const [cell] = read(csvCell(text));
    expect(cell).toMatch(/^\s*'/);
    expect(cell?.replaceAll("'", '')).toBe(text);
  });

  test.each([',', ';', '\t', '|'])(
    'is not a formula after %j, even if the spreadsheet splits there',
    (separator) => {
      const line = csvRow(['Fox', `Fox${separator}=1+1`, `"${separator} @x`]);
      for (const cell of read(line.trimEnd(), separator)) expect(cell).not.toMatch(/^\s*[=+\-@]/);
    },
  );

  test.each([
    ['Larkspur "Lawn" Care', '"Larkspur ""Lawn"" Care"'],
    ['Fox, Ned', '"Fox, Ned"'],
    ['two\nlines', '"two\nlines"'],
    ['a-b = c', '"a-b = c"'],
    ['', '""'],
    [null, ''],
    [-5, '-5'],
    [true, 'true'],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
  ])('of %j is %s', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  test('reads back unchanged, except for the apostrophes', () => {
    const plain = fc.string({
      unit: fc.constantFrom('a', 'ß', ' ', '"', ',', ';', '\n', '=', '-', '@', '\t', '\r'),
    });
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1, maxLength: 4 }), (values) => {
        const cells = read(csvRow(values).slice(0, -2));
        expect(cells.map((cell) => cell.replaceAll("'", ''))).toEqual(values);
        for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });
});
