/**
 * The process in which one document is checked: its bytes come in by standard input, and what is kept of it goes out by
 * standard output, in the form that `checking-process.ts` reads. It ends with the document.
 */
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { checkDocument } from './check-document.ts';
import { writtenCheck } from './written-check.ts';

// The server decides when a check ends: a signal to the whole group would refuse a document in the middle of it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
// One picture is decoded at a time, once: more threads and a cache would only take memory.
sharp.concurrency(1);
sharp.cache(false);

const check = await checkDocument(await buffer(process.stdin));
process.stdout.write(writtenCheck(check));
