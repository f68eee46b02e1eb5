import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { loadPrograms, type Program } from '../programs/programs.ts';
import { type AgreementPrinter, printable, startAgreementPrinter } from './agreement-printer.ts';

const loaded = await loadPrograms(fileURLToPath(new URL('../../programs', import.meta.url)));
if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
const [program, other] = loaded.programs.all;
if (!program || !other) throw new Error('two programs are needed');

let printer: AgreementPrinter | undefined;
afterEach(() => printer?.close());

function start(limits?: { wallMillis: number }): AgreementPrinter {
  printer = startAgreementPrinter(limits);
  return printer;
}

/** Returns a program whose terms contain a letter that the PDF cannot show. */
function unprintable(sound: Program): Program {
  const terms = { ...sound.agreements.terms, body: '\u{20000}', sha256: 'of another text' };
  return { ...sound, agreements: { ...sound.agreements, terms } };
}

test('each file is made once per program', async () => {
  const { pdf, page } = start();
  const [first, again, elsewhere] = await Promise.all([
    pdf(printable(program, 'terms')),
    pdf(printable(program, 'terms')),
    pdf(printable(other, 'terms')),
  ]);
  expect(again).toBe(first);
  expect(elsewhere.bytes).not.toEqual(first.bytes);
  expect(await page(printable(program, 'terms'), 2, 'png')).toBe(
    await page(printable(program, 'terms'), 2, 'png'),
  );
});

test('there are as many pages as the PDF has', async () => {
  const { pdf, page } = start();
  const { pages } = await pdf(printable(program, 'esign'));
  expect(await page(printable(program, 'esign'), pages, 'webp')).toBeInstanceOf(Uint8Array);
  for (const none of [0, -1, 1.5, Number.NaN, pages + 1])
    expect(await page(printable(program, 'esign'), none, 'webp')).toBeUndefined();
});

test('a text that cannot be printed fails with the reason, and the next one is still printed', async () => {
  const { pdf, page } = start();
  const broken = unprintable(program);
  const outcomes = await Promise.allSettled([
    pdf(printable(broken, 'terms')),
    page(printable(broken, 'terms'), 1, 'png'),
    pdf(printable(broken, 'esign')),
  ]);
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { message: expect.stringContaining('characters') } },
    { status: 'rejected' },
    { status: 'fulfilled', value: { pages: expect.any(Number) } },
  ]);
});

test('a job that takes too long is stopped', async () => {
  await expect(start({ wallMillis: 1 }).pdf(printable(program, 'terms'))).rejects.toThrow();
});

test('closing rejects the running job, waiting ones and later ones', async () => {
  const { pdf, close } = start();
  const jobs = [pdf(printable(program, 'terms')), pdf(printable(program, 'esign'))];
  const outcomes = Promise.allSettled(jobs);
  await close();
  expect(await outcomes).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  await expect(pdf(printable(program, 'guarantor'))).rejects.toThrow('closed');
});

test('a program’s card is a PNG three times as large as in mails, drawn once', async () => {
  const { card } = start();
  const drawn = await card(program);
  expect(await card(program)).toBe(drawn);
  expect(await card(other)).not.toEqual(drawn);
  const { format, width, height } = await sharp(drawn).metadata();
  expect([format, width, height]).toEqual(['png', 228, 144]);
  expect(drawn.length).toBeLessThan(8_000);
});
