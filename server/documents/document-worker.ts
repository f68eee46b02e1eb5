/** Checks a document in a process that `checking-process.ts` starts (D48, D61). */
import sharp from 'sharp';
import { answerJobs } from '../processes/answer-jobs.ts';
import { noBytes } from '../processes/messages.ts';
import { checkDocument } from './check-document.ts';

// Uses one thread per picture and no cache, to keep this process's memory small.
sharp.concurrency(1);
sharp.cache(false);

await answerJobs(async (document) => {
  const check = await checkDocument(document.bytes);
  if (!check.ok) return { head: { reason: check.reason }, bytes: noBytes };
  return { head: { contentType: check.contentType }, bytes: check.bytes };
});
