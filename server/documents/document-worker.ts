/**
 * The thread in which uploaded papers are checked (D48). It is sent the bytes of one paper at a time, and answers with
 * a DocumentCheck before it is sent the next. Buffers change hands; they are not copied.
 */
import { parentPort } from 'node:worker_threads';
import { checkDocument } from './check-document.ts';

parentPort?.on('message', async (bytes: Uint8Array<ArrayBuffer>) => {
  const check = await checkDocument(bytes);
  parentPort?.postMessage(check, check.ok ? [check.bytes.buffer as ArrayBuffer] : []);
});
