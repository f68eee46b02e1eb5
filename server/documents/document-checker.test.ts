/** Tests the limits of document checks. `document-checker.long.test.ts` checks bombs of every kind, many of them in parallel. */
import { expect, onTestFinished, test } from 'vitest';
import { testPdf } from '../../tests/support/pdf.ts';
import { type DocumentCheckerOptions, startDocumentChecker } from './document-checker.ts';

const unavailable = expect.objectContaining({ code: 'unavailable', retryAfter: expect.any(Number) });

function start(options: DocumentCheckerOptions) {
  const checker = startDocumentChecker(options);
  onTestFinished(checker.close);
  return (bytes: Uint8Array) => checker.check(bytes, { session: 'a1', address: 'a' });
}

test('a document that takes too long is refused, even one that would have been accepted', async () => {
  expect(await start({ wallMillis: 1 })(testPdf())).toEqual({ ok: false, reason: 'unreadable' });
});

test('a document that waits too long, or exceeds the waiting bytes, may be sent again later', async () => {
  await expect(start({ longestWaitMillis: 0 })(testPdf())).rejects.toEqual(unavailable);
  await expect(start({ waitingBytes: 1 })(testPdf())).rejects.toEqual(unavailable);
});
