import { Buffer } from 'node:buffer';
import { deflateSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { assemble, testObjectStream, testPdf, testStream } from '../../tests/support/pdf.ts';
import {
  type DocumentChecker,
  type DocumentCheckerLimits,
  startDocumentChecker,
} from './document-checker.ts';

let checker: DocumentChecker | undefined;
afterEach(() => checker?.close());

function start(limits?: DocumentCheckerLimits): DocumentChecker {
  checker = startDocumentChecker(limits);
  return checker;
}

const harmless = testPdf();
const kept = { ok: true, contentType: 'application/pdf', bytes: Uint8Array.from(harmless) };

/** Twenty pages that share a drawing of millions of strokes: tiny to send, many seconds to read. */
function slowPdf(): Buffer {
  const pages = Array.from(
    { length: 20 },
    () => '<< /Type /Page /Parent 2 0 R /Contents 3 0 R /MediaBox [0 0 9 9] >>',
  );
  const kids = pages.map((_, index) => `${index + 4} 0 R`).join(' ');
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    testStream('/Filter /FlateDecode', deflateSync(Buffer.from('0 0 m 9 9 l S '.repeat(1_500_000)))),
    ...pages,
  ]);
}

test('documents are checked one after another in a thread, and the caller keeps the bytes', async () => {
  const { check } = start();
  const outcomes = await Promise.all([check(harmless), check(Buffer.from('text')), check(harmless)]);
  expect(outcomes).toEqual([kept, { ok: false, reason: 'unknown_type' }, kept]);
  expect(harmless.subarray(0, 5).toString()).toBe('%PDF-');
});

test('a document that takes too long is refused, and the next one is checked nevertheless', async () => {
  const { check } = start({ timeLimit: 3_000 });
  const outcomes = await Promise.all([check(slowPdf()), check(harmless)]);
  expect(outcomes).toEqual([{ ok: false, reason: 'unreadable' }, kept]);
});

test('a document that crashes the thread is refused, and the next one is checked', async () => {
  const { check } = start({ memoryLimit: 24 });
  const objects = testObjectStream(Array(290_000).fill('1'));
  const crowded = testPdf('', [testStream('', Buffer.from('1 0 obj '.repeat(290_000))), objects]);
  const outcomes = await Promise.all([check(crowded), check(harmless)]);
  expect(outcomes).toEqual([{ ok: false, reason: 'unreadable' }, kept]);
});

const unavailable = expect.objectContaining({ code: 'unavailable', retryAfter: expect.any(Number) });

test('only a limited number of bytes may wait', async () => {
  const { check } = start({ waitingBytes: harmless.length });
  const outcomes = Promise.all([check(harmless), check(harmless)]);
  await expect(check(harmless)).rejects.toEqual(unavailable);
  expect(await outcomes).toEqual([kept, kept]);
});

test('a document that has waited for too long is rejected, and later ones do not wait for it', async () => {
  const { check } = start({ patience: 0 });
  await expect(check(harmless)).rejects.toEqual(unavailable);
  const patient = startDocumentChecker({ timeLimit: 3_000, patience: 2_000 });
  const [slow, late] = await Promise.allSettled([patient.check(slowPdf()), patient.check(harmless)]);
  expect(slow).toMatchObject({ value: { ok: false, reason: 'unreadable' } });
  expect(late).toMatchObject({ reason: unavailable });
  expect(await patient.check(harmless)).toEqual(kept);
  await patient.close();
});

test('closing rejects the document being checked, waiting ones and later ones', async () => {
  const { check, close } = start();
  const outcomes = Promise.allSettled([check(harmless), check(harmless)]);
  await close();
  await expect(check(harmless)).rejects.toEqual(unavailable);
  expect(await outcomes).toEqual(Array(2).fill({ status: 'rejected', reason: unavailable }));
});
