import { describe, expect, test, vi } from 'vitest';
import { pageTexts } from '../../tests/support/pdf-text.ts';
import { someOf } from '../../tests/support/rounds.ts';
import { agreementTokens } from '../programs/agreement-text.ts';
import { drawMarkdown } from './draw-markdown.ts';
import { lackingLetters } from './fonts.ts';
import { letterDocument, type Style } from './letter-document.ts';

const style: Style = { size: 11, leading: 20, gap: 10, cell: 3, headings: { h2: 14 }, hang: 30 };
const values = { programName: '', providerName: '', providerFullName: '', termsUrl: '' };
const about = {
  title: 'Title',
  author: 'Larkspur Bank',
  program: 'Larkspur',
  reference: 'larkspur-1',
  date: new Date(0),
  margin: 72,
};

async function pdfOf(body: string, columns = 1): Promise<Uint8Array> {
  const tokens = agreementTokens({ title: '', version: '', body }, values, 2);
  const { bytes } = await letterDocument({ ...about, style }, (position) => {
    if (columns > 1) position.flow.startPage(columns);
    drawMarkdown(position, tokens);
  });
  return bytes;
}

/** Returns the lines of each page, without the header and footer. */
async function pagesOf(body: string, columns = 1): Promise<readonly (readonly string[])[]> {
  const pages = (await pageTexts(await pdfOf(body, columns))).map((page) => page.split(/\s*\r?\n/));
  return pages.map((lines) => lines.filter((line) => !line.startsWith('Lar') && !line.startsWith('lar')));
}

/** Returns each text that pdfkit draws, with the position of its left edge. */
async function placesOf(body: string): Promise<readonly { readonly text: string; readonly left: number }[]> {
  const { default: PDFDocument } = await import('pdfkit');
  const places: { text: string; left: number }[] = [];
  const text = vi.spyOn(PDFDocument.prototype, 'text');
  await pdfOf(body);
  for (const [drawn, left] of text.mock.calls) places.push({ text: String(drawn), left: Number(left) });
  text.mockRestore();
  return places;
}

const lines = (count: number, word = 'line') =>
  Array.from({ length: count }, (_, at) => `${word} ${at + 1}`).join('\\\n');
const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, at) => `space ${at + 1}`).join('\n\n');

const listOf = (items: number) => Array.from({ length: items }, (_, at) => `- item ${at + 1}`).join('\n');

const counts = Array.from({ length: 12 }, (_, at) => at + 10);

/** Returns some pairs of a count of paragraphs and one of `others`. `npm run test:all` tests all pairs. */
const afterCounts = (others: readonly number[]) =>
  someOf(counts.flatMap((count) => others.map((other) => [count, other] as const)));

test.each(counts)('a heading after %i paragraphs is followed by two lines of its text', async (count) => {
  const pages = await pagesOf(`${paragraphs(count)}\n\n## 1. Fees\n\n${lines(6)}\n\nend\n\nend`);
  const page = pages.find((one) => one.includes('1. Fees')) ?? [];
  expect(page.slice(page.indexOf('1. Fees') + 1, page.indexOf('1. Fees') + 3)).toEqual(['line 1', 'line 2']);
});

test.each(afterCounts([2, 3, 4, 5]))(
  'after %i paragraphs, no page has a single one of %i lines',
  async (count, length) => {
    const pages = await pagesOf(`${paragraphs(count)}\n\n${lines(length)}\n\nend\n\nend`);
    for (const page of pages) expect(page.filter((line) => line.startsWith('line')).length).not.toBe(1);
    expect(pages.flat().filter((line) => line.startsWith('line'))).toHaveLength(length);
  },
);

test.each(counts)('after %i paragraphs, a list begins on the page of the words before it', async (count) => {
  const pages = await pagesOf(`${paragraphs(count)}\n\nYou owe:\n\n- one\n- two\n\nend\n\nend`);
  const page = pages.find((lines) => lines.includes('You owe:'));
  expect(page).toContain('• one');
});

// The gap between list items is smaller than the gap between paragraphs, so these texts end at different heights on the page.
test.each(afterCounts([0, 1, 2, 3, 4]))(
  'after %i paragraphs and %i items, the last line is not alone on a page',
  async (count, items) => {
    const pages = await pagesOf(`${paragraphs(count)}\n\n${listOf(items)}\n\nThe end.`);
    expect(pages.at(-1)?.length).toBeGreaterThan(1);
  },
);

describe.each(['', 'You owe:\n\n', '## 1. Fees\n\n'])('with “%s” before a list', (before) => {
  test.each(afterCounts([2, 3, 4, 5, 6]))(
    'after %i paragraphs, none of %i short items is alone on a page',
    async (count, length) => {
      const pages = await pagesOf(`${paragraphs(count)}\n\n${before}${listOf(length)}\n\nend\n\nend`);
      const items = pages.map((page) => page.filter((line) => line.startsWith('• item')));
      expect(items.flat()).toHaveLength(length);
      for (const page of items) expect(page.length).not.toBe(1);
      for (const page of pages) expect(page.at(-1) ?? '').not.toMatch(/owe:|Fees/);
    },
  );
});

test.each(counts)(
  'after %i paragraphs, the last item has two lines of a long item above it',
  async (count) => {
    const pages = await pagesOf(
      `${paragraphs(count)}\n\n- ${lines(5).replaceAll('\n', '\n  ')}\n- last\n\nend\n\nend`,
    );
    const page = pages.find((one) => one.includes('• last')) ?? [];
    expect(page.slice(0, page.indexOf('• last')).slice(-2)).toEqual([
      expect.stringMatching('line 4'),
      'line 5',
    ]);
  },
);

test.each(counts)(
  'after %i paragraphs, a heading is on the page of the code or quote below it',
  async (count) => {
    for (const [block, first] of [
      ['```\ncode 1\ncode 2\n```', 'code 1'],
      ['> quote 1', 'quote 1'],
    ]) {
      const pages = await pagesOf(`${paragraphs(count)}\n\n## 1. Fees\n\n${block}\n\nend\n\nend`);
      expect(pages.find((page) => page.includes('1. Fees'))).toContain(first);
    }
  },
);

test.each(counts)(
  'after %i paragraphs, the last line is not alone below a table or a quote',
  async (count) => {
    for (const rows of [1, 2, 20]) {
      const table = Array.from({ length: rows }, (_, at) => `| row ${at + 1} | value |`).join('\n');
      const pages = await pagesOf(
        `${paragraphs(count)}\n\n| Item | Sum |\n| --- | --- |\n${table}\n\nThe end.`,
      );
      expect(pages.at(-1)?.length, `${rows} rows`).toBeGreaterThan(1);
      expect(pages.flat().filter((line) => line.startsWith('row '))).toHaveLength(rows);
    }
    const pages = await pagesOf(`${paragraphs(count)}\n\n> quoted\n\nThe end.`);
    expect(pages.at(-1)).toEqual(expect.arrayContaining(['quoted', 'The end.']));
  },
);

test('a table repeats its head on each page, and does not leave its last row alone', async () => {
  const rows = Array.from({ length: 40 }, (_, at) => `| row ${at + 1} | value |`).join('\n');
  const pages = await pagesOf(`| Item | Sum |\n| --- | --- |\n${rows}`);
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) {
    expect(page[0]).toBe('Item Sum');
    expect(page.length).toBeGreaterThan(2);
  }
  expect(pages.flat().filter((line) => line.startsWith('row'))).toHaveLength(40);
});

test('a table breaks no word of its first column', async () => {
  const table = `| Who | What |\n| --- | --- |\n| Government lists | ${'many words '.repeat(60)} |`;
  const [, page = []] = await pagesOf(table, 2);
  expect(page.join('\n')).toContain('Government');
});

test('columns are filled one after the other, then the next page', async () => {
  const body = lines(100);
  const [one, two] = [await pagesOf(body), await pagesOf(body, 2)];
  expect(two.flat()).toEqual(one.flat());
  expect(two.length).toBeLessThan(one.length);
});

test('headings are bookmarks, and links have their words', async () => {
  const pdf = await pdfOf('## 1. Fees\n\nSee [our terms](https://bank.example).\n\n### Late');
  const source = Buffer.from(pdf).toString('latin1');
  expect([...source.matchAll(/\/Title \(([^)]*)\)/g)].map(([, title]) => title)).toEqual(
    expect.arrayContaining(['1. Fees', 'Late']),
  );
  expect(source).toContain('/Contents (our terms)');
  expect(source).toContain('/Alt (our terms)');
  expect(source).not.toContain('/BaseFont /Helvetica');
  expect(source).toContain('SourceSerif4-SemiBold');
});

test('the fonts have every letter of Windows-1252, and of alphabets that names are written in', async () => {
  const windows1252 = new TextDecoder('windows-1252').decode(
    Uint8Array.from({ length: 224 }, (_, at) => at + 32),
  );
  const printable = windows1252.replace(/\p{Cc}/gu, '');
  expect(await lackingLetters(printable)).toEqual([]);
  expect(await lackingLetters('Łódź Ωμέγα Київ Nguyễn 李記 가나 → ✓')).toEqual([]);
  expect(await lackingLetters('An \u{20000}.')).toEqual(['\u{20000}']);
});

test('tables below one heading share the width of their first column', async () => {
  const table = (caption: string, item: string) =>
    `Table: ${caption}\n\n| Item | Sum |\n| --- | --- |\n| ${item} | $1 |`;
  const short = table('Fees', 'Fee');
  const source = async (body: string) =>
    (await placesOf(body)).filter(({ text }) => text === '$1').map(({ left }) => left);
  const long = table('Interest', 'Annual percentage rate for purchases');
  const [first, second] = await source(`## 1. Rates\n\n${long}\n\n${short}`);
  expect(second).toBe(first);
  const [, alone] = await source(`## 1. Rates\n\n${long}\n\n## 2. Fees\n\n${short}`);
  expect(alone).not.toBe(first);
});

test('a web link is followed by its address, unless its text contains the address', async () => {
  const [lines = []] = await pagesOf(
    'See [our terms](https://bank.example/terms), [bank.example](https://bank.example/) or [us](mailto:a@bank.example).',
  );
  expect(lines.join(' ')).toBe('See our terms (bank.example/terms), bank.example or us.');
});

test.each([
  ['section 2', 13],
  ['10 business days', 13],
  ['12 CFR 1002.7', 13],
  ['card-services@bank.example', 12],
])('no line breaks inside a number with its unit, a citation or an address: %s', async (whole, words) => {
  for (let letters = 0; letters < 30; letters += 4) {
    const [lines = []] = await pagesOf(`${'x'.repeat(letters)} ${'wordy '.repeat(words)}${whole} of it`);
    expect(
      lines.map((line) => line.replaceAll('\u00a0', ' ')).filter((line) => line.includes(whole)),
    ).toHaveLength(1);
  }
});

test('a line may break after a slash of a web address, but not at its hyphen', async () => {
  for (let letters = 0; letters < 30; letters += 2) {
    const link = '[Terms](https://bank.example/yard-card)';
    const [lines = []] = await pagesOf(`${'x'.repeat(letters)} ${'wordy '.repeat(8)}${link} of it`);
    expect(lines.filter((line) => line.includes('yard-card'))).toHaveLength(1);
  }
});

test('a row that is taller than the rest of a divided page goes to the next page', async () => {
  const body = `| A | B |\n| --- | --- |\n| ${'words '.repeat(60)}| b |`;
  const tokens = agreementTokens({ title: '', version: '', body }, values, 2);
  const { pages } = await letterDocument({ ...about, style }, (position) => {
    position.flow.y = position.flow.bottom - 60;
    position.flow.divide(2);
    drawMarkdown(position, tokens);
  });
  expect(pages).toBe(2);
});

test('the last line of a paragraph has more than one word', async () => {
  for (let letters = 1; letters < 40; letters += 4) {
    const [lines = []] = await pagesOf(`${'x'.repeat(letters)} ${'wordy '.repeat(14)}end`);
    if (lines.length > 1) expect(lines.at(-1)).toMatch(/\S \S/);
  }
});

test('a long word does not leave a much shorter line above it', async () => {
  const differences: number[] = [];
  for (let count = 20; count < 40; count += 1) {
    const text = `${'word '.repeat(count)}${'x'.repeat(40)}${' word'.repeat(4)}`;
    const [[first = '', second = '', third] = []] = await pagesOf(text);
    if (third?.startsWith('x')) differences.push(Math.abs(first.length - second.length));
  }
  expect(differences.length).toBeGreaterThan(2);
  expect(Math.max(...differences)).toBeLessThanOrEqual('word '.length);
});
