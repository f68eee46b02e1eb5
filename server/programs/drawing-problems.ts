/** Finds the parts of a text that its PDF can't show (D30). The server checks this when it loads the programs. */
import { undrawable } from '../pdf/drawable-markdown.ts';
import { lackingLetters, namedLetter } from '../pdf/fonts.ts';
import { type Agreement, agreementTokens, unifiedLines } from './agreement-text.ts';

/** Dummy values for the placeholders. `namesProblems` checks the real values. */
const anyValues = {
  programName: 'P',
  providerName: 'P',
  providerFullName: 'P',
  termsUrl: 'https://example.com',
};

/** Returns a sentence for each part of a text's file that our PDFs can't show, in the order of the lines. */
export async function drawingProblems(source: string, agreement: Agreement): Promise<readonly string[]> {
  const text = unifiedLines(source);
  const lines = text.split('\n');
  const above = text.slice(0, text.lastIndexOf(agreement.body)).split('\n').length - 1;
  const structure = undrawable(agreementTokens(agreement, anyValues)).map(({ line, what }) => ({
    line: above + line,
    what,
  }));
  const letters = (await lackingLetters(text)).map((letter) => ({
    line: lines.findIndex((line) => line.includes(letter)) + 1,
    what: `the letter ${namedLetter(letter)}`,
  }));
  return [...structure, ...letters]
    .sort((one, other) => one.line - other.line)
    .map(({ line, what }) => `line ${line}: the PDF of the text cannot show ${what}; change the text`);
}

/** Returns a sentence for each letter in a program's names that our PDFs can't show. */
export async function namesProblems(names: readonly string[]): Promise<readonly string[]> {
  const letters = await lackingLetters(names.join(''));
  return letters.map(
    (letter) => `the PDFs of its texts cannot show the letter ${namedLetter(letter)} in its names`,
  );
}
