/**
 * Finds what a PDF of a text could not show (D30) before anybody is asked to agree to the text: its HTML, PDF and page
 * pictures must all exist and say the same.
 */
import { undrawable } from '../pdf/drawable-markdown.ts';
import { lackingLetters, namedLetter } from '../pdf/fonts.ts';
import { type Agreement, agreementTokens, unifiedLines } from './agreement-text.ts';

/** Placeholder values for the names of a program, which `namesProblems` checks. */
const anyValues = {
  programName: 'P',
  providerName: 'P',
  providerFullName: 'P',
  termsUrl: 'https://example.com',
};

/** A sentence for each thing in a text's file that no PDF could show, with its line, in the order of the lines. */
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
    .map(({ line, what }) => `line ${line}: the PDF of the text cannot show ${what}; write it otherwise`);
}

/** The same for the names that are filled into a program's texts. */
export async function namesProblems(names: readonly string[]): Promise<readonly string[]> {
  const letters = await lackingLetters(names.join(''));
  return letters.map(
    (letter) => `the PDFs of its texts cannot show the letter ${namedLetter(letter)} of its names`,
  );
}
