import { expect, test } from 'vitest';
import { change, folderCopy, problems, put } from '../../tests/support/programs.ts';
import { agreementPdf } from '../agreements/agreement-pdf.ts';
import { agreementProblems, parseAgreement } from './agreement-text.ts';
import { drawingProblems } from './drawing-problems.ts';

const front = '\uFEFF---\r\ntitle: Terms\r\n\r\nversion: "1"\r\n---\r\n\r\n';
const values = {
  programName: 'P',
  providerName: 'P',
  providerFullName: 'P',
  termsUrl: 'https://example.com',
};

test('a text or name that no PDF can show is reported with its file and line', async () => {
  const folder = await folderCopy();
  await put(folder, 'toro/agreements/terms.md', `${front}One.\r\n\r\nYou ~~may~~ must pay \u{1F4B0}.\r\n`);
  await change(folder, 'exmark/program.json', { name: 'Exmark \u{1F69C}' });
  const terms = 'toro/agreements/terms.md';
  expect(await problems(folder)).toEqual([
    'exmark/program.json: the PDFs of its texts cannot show the letter [U+1F69C] in its names',
    `${terms}: line 9: the PDF of the text cannot show text struck through (~~); change the text`,
    `${terms}: line 9: the PDF of the text cannot show the letter [U+1F4B0]; change the text`,
  ]);
});

const nested = (depth: number) =>
  Array.from({ length: depth }, (_, at) => `${'  '.repeat(at)}- level ${at}`).join('\n');

test.each([
  ['struck text in a cell', '| A | B |\n| --- | --- |\n| a | ~~b~~ |', 'struck through'],
  ['struck text in a list', '- one\n- ~~two~~', 'struck through'],
  ['a letter that no font contains', 'An \u{20000}.', '[U+20000]'],
  ['lists in lists in lists …', nested(7), 'more than 6 lists'],
])('%s is reported', async (_, body, words) => {
  const source = `${front}${body}\n`;
  expect((await drawingProblems(source, parseAgreement(source))).join('\n')).toContain(words);
});

test.each([
  [
    'all kinds of Markdown',
    '## A\n\n> quote\n\n1. one\n2. **two** *three* [four](https://a.example)\n\n---\n',
  ],
  ['code and tabs', 'A\ttab and `co\tde`.\n\n```\na\tb\n```\n\n    in\tdented'],
  ['a table with a caption', 'Table: One\n\n| A | B |\n| --- | --- |\n| a |  |'],
  ['a row higher than a page', `| A | B |\n| --- | --- |\n| a | ${'word '.repeat(3000)} |`],
  ['lists in lists', nested(6)],
  ['letters of other alphabets', 'Žluťoučký 가나 ไทย 中文'],
])('%s is accepted, and a PDF is made', async (_, body) => {
  const source = `${front}${body}\n`;
  const agreement = parseAgreement(source);
  expect([...agreementProblems(agreement, 'terms'), ...(await drawingProblems(source, agreement))]).toEqual(
    [],
  );
  expect((await agreementPdf(agreement, values, 'p-terms-1')).pages).toBeGreaterThan(0);
});
