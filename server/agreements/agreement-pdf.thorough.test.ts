import { Buffer } from 'node:buffer';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { agreementKeys } from '../../form/fields/application-state.ts';
import { pageTexts } from '../../tests/support/pdf-text.ts';
import { checkDocument } from '../documents/check-document.ts';
import { type AgreementValues, parseAgreement } from '../programs/agreement-text.ts';
import { agreementValues, loadPrograms } from '../programs/programs.ts';
import { agreementPdf } from './agreement-pdf.ts';
import { pageImage } from './page-images.ts';

const values: AgreementValues = {
  programName: 'Toro',
  providerName: 'Quillbrook Bank',
  providerFullName: 'Quillbrook Bank',
  termsUrl: 'https://cards.example.com/toro/terms',
};

function pdfOf(body: string, version = '2026-11-01', changes: Partial<AgreementValues> = {}) {
  const agreement = parseAgreement(`---\ntitle: Card terms\nversion: ${version}\n---\n\n${body}\n`);
  return agreementPdf(agreement, { ...values, ...changes }, `toro-terms-${version}`);
}

/** Returns the text of every page as a PDF reader finds it, with single spaces between the words. */
async function wordsOf(pdf: Uint8Array): Promise<string[]> {
  return (await pageTexts(pdf)).map((page) => page.replace(/\s+/g, ' '));
}

/** Returns how often each kind of element occurs in the PDF's structure tree. */
function structureOf(pdf: Uint8Array): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [, tag = ''] of Buffer.from(pdf)
    .toString('latin1')
    .matchAll(/\/S \/([A-Za-z0-9]+)\n/g))
    found[tag] = (found[tag] ?? 0) + 1;
  return found;
}

const sample = [
  '## 1. Fees',
  'You pay **all** of it to {providerName}, see [the terms]({termsUrl}).',
  '1. one\n2. two\n   - deep',
  'Table: Sums\n\n| Fee | Sum |\n| --- | --- |\n| Late | $29 |',
  '> ### Quoted\n>\n> “So,” *she* said.',
].join('\n\n');

describe('the PDF of an agreement', () => {
  test('contains all of the text in order, with title and version', async () => {
    const { bytes, pages } = await pdfOf(sample);
    expect(pages).toBe(1);
    expect(await wordsOf(bytes)).toEqual([
      'Card terms Version: November 1, 2026 1. Fees You pay all of it to Quillbrook Bank, see the terms (cards.example.com/toro/terms). 1. one 2. two • deep ' +
        'Sums Fee Sum Late $29 Quoted “So,” she said. ' +
        'Quillbrook Bank Toro Commercial Credit Card Card terms · toro-terms-2026-11-01 Page 1 of 1',
    ]);
  });

  test('tags its title, language, headings, lists, table and links for screen readers', async () => {
    const { bytes } = await pdfOf(sample);
    const source = Buffer.from(bytes).toString('latin1');
    expect(source).toMatch(/\/Marked true/);
    expect(source).toMatch(/\/Lang \(en-US\)/);
    expect(source).toContain('(Card terms)');
    expect(source).toMatch(/\/DisplayDocTitle true/);
    expect(structureOf(bytes)).toMatchObject({
      Document: 1,
      H1: 1,
      H2: 1,
      H3: 1,
      Link: 1,
      L: 2,
      LI: 3,
      Lbl: 3,
      LBody: 3,
      Table: 1,
      Caption: 1,
      TR: 2,
      TH: 3,
      TD: 1,
      BlockQuote: 1,
    });
    expect(source).toContain('(https://cards.example.com/toro/terms)');
  });

  test('has the same bytes each time, and differs if a word differs', async () => {
    const first = await pdfOf(sample);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01') });
    const again = await pdfOf(sample).finally(() => vi.useRealTimers());
    const other = await pdfOf(sample, '2026-11-02');
    expect(Buffer.compare(first.bytes, again.bytes)).toBe(0);
    expect(Buffer.compare(first.bytes, other.bytes)).not.toBe(0);
  });

  test('names no applicant', async () => {
    const certification = { certifier: { name: 'Dana Fox', title: 'Owner' }, owners: [] };
    const { bytes } = await pdfOf('{certification}', '1', { certification });
    expect((await wordsOf(bytes)).join()).toContain('The application lists the controlling party');
    expect((await wordsOf(bytes)).join()).not.toContain('Dana Fox');
  });

  test('fails if its fonts cannot show a letter', async () => {
    await expect(pdfOf('\u{20000}')).rejects.toThrow('characters');
    await expect(pdfOf('{programName}', '1', { programName: '\u{20000}' })).rejects.toThrow('characters');
  });

  test.each(['Café', 'Łódź', 'Ωμέγα', '李記 가나'])('shows a program’s name %s', async (programName) => {
    const table = '| {programName} |\n| --- |\n| x |';
    const { bytes } = await pdfOf(`## {programName}\n\n**{programName}**\n\n${table}`, '1', { programName });
    // The program's name is also in the page headers.
    expect((await wordsOf(bytes)).join().split(programName)).toHaveLength(5);
  });

  test('keeps code, nested marks and forced line breaks', async () => {
    const { bytes } = await pdfOf('`code` and\\\n**more**\\\n**lines** of ***text***.\n\n```\nfenced\n```');
    expect((await wordsOf(bytes)).join()).toContain('code and more lines of text. fenced');
  });

  test('contains every word of a table with a row taller than a page', async () => {
    const row = (words: number) => `| A | B |\n| --- | --- |\n| a | ${'word '.repeat(words)} |`;
    expect((await wordsOf((await pdfOf(row(300))).bytes)).join(' ').match(/word/g)).toHaveLength(300);
    const printed = (await wordsOf((await pdfOf(row(3000))).bytes)).join(' ');
    expect(printed.match(/word/g)).toHaveLength(3000);
    expect(printed).toContain('A: a');
  });

  test('fails if the PDF would show the Markdown differently', async () => {
    await expect(pdfOf('~~gone~~')).rejects.toThrow('s_open');
  });
});

describe('the agreements of the shipped programs', async () => {
  const loaded = await loadPrograms(fileURLToPath(new URL('../../programs', import.meta.url)));
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
  const programs = loaded.programs.all;

  test.each(programs.map((program) => [program.domainKey, program] as const))(
    'of %s are printed completely, as PDFs without active content',
    async (_, program) => {
      for (const key of agreementKeys) {
        const { bytes, pages } = await agreementPdf(
          program.agreements[key],
          agreementValues(program),
          'reference',
        );
        const words = await wordsOf(bytes);
        expect(words).toHaveLength(pages);
        for (const [at, page] of words.entries())
          expect(page).toMatch(new RegExp(`Sample text · .* Page ${at + 1} of ${pages}`));
        expect(words.join(' ')).toContain('SAMPLE TEXT ends here.');
        expect(await checkDocument(bytes)).toMatchObject({ ok: true, contentType: 'application/pdf' });
      }
    },
  );
});

describe('the image of a page', () => {
  test.each(['png', 'webp'] as const)(
    'is a %s of the wanted width, in the proportions of the page',
    async (format) => {
      const { bytes } = await pdfOf('Text.');
      const image = await pageImage(bytes, 1, format);
      expect(await sharp(image).metadata()).toMatchObject({ format, width: 1240, height: 1605 });
    },
  );

  test('shows dark text on white, and differs from page to page', async () => {
    const { bytes, pages } = await pdfOf('Text.\n\n'.repeat(80));
    expect(pages).toBeGreaterThan(1);
    const [first, second] = [await pageImage(bytes, 1, 'png'), await pageImage(bytes, 2, 'png')];
    const { channels } = await sharp(first).toColourspace('b-w').stats();
    expect(channels[0]).toMatchObject({ max: 255 });
    expect(channels[0]?.min).toBeLessThan(20);
    expect(channels[0]?.mean).toBeGreaterThan(220);
    expect(Buffer.compare(first, second)).not.toBe(0);
    await expect(pageImage(bytes, pages + 1, 'png')).rejects.toThrow();
  });
});
