/**
 * The thread in which uploaded documents are checked (D48). It is sent the bytes of one document at a time, and sends
 * back a DocumentCheck before it gets the next. Buffers are transferred, not copied.
 */
import { parentPort } from 'node:worker_threads';
import { checkDocument } from './check-document.ts';

parentPort?.on('message', async (bytes: Uint8Array<ArrayBuffer>) => {
  const check = await checkDocument(bytes);
  parentPort?.postMessage(check, check.ok ? [check.bytes.buffer as ArrayBuffer] : []);
});
